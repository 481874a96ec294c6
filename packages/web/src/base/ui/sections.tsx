// A page made of sections: their names beside, one of them shown. Each is loaded when it is first opened.
import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import { type TextKey, t } from '../text/text.ts';
import { hashOf, type PageName } from '../views/view.ts';

export interface Section {
  /** Its part of the address. */
  readonly id: string;
  readonly title: TextKey;
  readonly content: LazyExoticComponent<ComponentType>;
}

export function Sections({
  page,
  sections,
  current,
  head,
  instead,
}: {
  page: PageName;
  sections: readonly Section[];
  current: string | undefined;
  /** Above the names of the sections: a field to search them. */
  head?: ReactNode;
  /** Shown in place of a section: what was found. */
  instead?: ReactNode;
}) {
  const shown = sections.find(({ id }) => id === current) ?? sections[0]!;
  const Content = shown.content;
  const addressOf = (id: string) => hashOf({ kind: 'page', page, path: [id] });
  return (
    <div className="sections">
      <div className="sections-side">
        {head}
        {/* On a narrow screen, in place of the names beside. */}
        <select
          className="field sections-choice"
          aria-label={t('sections')}
          value={shown.id}
          onChange={({ target: { value } }) => {
            location.hash = addressOf(value);
          }}
        >
          {sections.map(({ id, title }) => (
            <option key={id} value={id}>
              {t(title)}
            </option>
          ))}
        </select>
        <nav className="sections-list" aria-label={t('sections')}>
          {sections.map(({ id, title }) => (
            <a key={id} href={addressOf(id)} aria-current={id === shown.id && !instead ? 'page' : undefined}>
              {t(title)}
            </a>
          ))}
        </nav>
      </div>
      {instead ?? (
        <section className="section" data-section={shown.id} aria-labelledby="section-title">
          <h2 id="section-title">{t(shown.title)}</h2>
          <Suspense fallback={<p className="quiet">{t('loading')}</p>}>
            <Content key={shown.id} />
          </Suspense>
        </section>
      )}
    </div>
  );
}
