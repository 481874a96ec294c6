// A page of sections: their names at the side, one section shown. Each is loaded when first opened.
import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import { type TextKey, t } from '../text/text.ts';
import { hashOf, type PageName } from '../views/view.ts';

export interface Section {
  /** Its segment of the address. */
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
  /** A search field above the names of the sections. */
  head?: ReactNode;
  /** Search results, shown in place of a section. */
  instead?: ReactNode;
}) {
  const shown = sections.find(({ id }) => id === current) ?? sections[0]!;
  const Content = shown.content;
  const addressOf = (id: string) => hashOf({ kind: 'page', page, path: [id] });
  return (
    <div className="sections">
      <div className="sections-side">
        {head}
        {/* On narrow screens, instead of the names at the side. */}
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
