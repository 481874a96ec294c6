// A page of sections: their names at the side, one section shown. Each is loaded when first opened.
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { t } from '../text/all-texts.ts';
import type { TextKey } from '../text/text.ts';
import { hashOf, type PageName } from '../views/view.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { notify } from './notices.ts';
import { hasUnsaved } from './unsaved.ts';

export interface Section {
  /** Its segment of the address. */
  readonly id: string;
  readonly title: TextKey;
  readonly content: ComponentType;
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
  const named = sections.find(({ id }) => id === current);
  const shown = named ?? sections[0]!;
  const is_unknown = current !== undefined && !named;
  // [WB197]
  useEffect(() => {
    if (is_unknown) notify(t('page_not_found'));
  }, [is_unknown]);
  const Content = shown.content;
  const names = sections.map(({ id, title }) => ({
    address: hashOf({ kind: 'page', page, path: [id] }),
    name: t(title),
    is_current: id === shown.id && !instead,
  }));
  return (
    <div className="sections">
      <div className="sections-side">
        {head}
        <SectionNames label={t('sections')} names={names} />
      </div>
      {instead}
      {(!instead || hasUnsaved()) && (
        <section className="section" data-section={shown.id} aria-labelledby="section-title" hidden={!!instead}>
          <h2 id="section-title">{t(shown.title)}</h2>
          <Content key={shown.id} />
        </section>
      )}
    </div>
  );
}

interface SectionName {
  readonly address: string;
  readonly name: string;
  readonly is_current: boolean;
}

/** Links at the side; on narrow screens, a field to choose from. `label` says what they are. */
export function SectionNames({ label, names }: { label: string; names: readonly SectionName[] }) {
  const current = names.find(({ is_current }) => is_current)?.address ?? '';
  return (
    <>
      <select
        className="field sections-choice"
        aria-label={label}
        value={current}
        onChange={({ target: { value } }) => {
          location.hash = value;
        }}
      >
        {current === '' && <option value="">{label}</option>}
        {names.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </select>
      <nav className="sections-list" aria-label={label}>
        {names.map(({ address, name, is_current }) => (
          <a key={address} href={address} aria-current={is_current ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <LeaveQuestion />
    </>
  );
}
