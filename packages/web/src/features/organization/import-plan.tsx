// What an import brings: how many of each kind, what each channel becomes, and what doesn't come and why.
import type { ArchiveNote, ImportPlan as Plan } from '@stoa/contract';
import { hasText, t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';

const KINDS: Readonly<Record<string, TextKey>> = {
  users: 'org_import_users',
  groups: 'org_import_groups',
  channels: 'org_import_channels',
  subscriptions: 'org_import_subscriptions',
  emoji: 'org_import_emoji',
  files: 'org_import_files',
  messages: 'org_import_of_messages',
  edits: 'org_import_edits',
  reactions: 'org_import_reactions',
  linkifiers: 'org_import_linkifiers',
  playgrounds: 'org_import_playgrounds',
  'profile fields': 'org_import_profile_fields',
  'profile values': 'org_import_profile_values',
  'alert words': 'org_import_alert_words',
  snippets: 'org_import_snippets',
  'topic policies': 'org_import_topic_policies',
  'muted people': 'org_import_muted_people',
};

/** Kinds that only notes have. */
const NOTED_KINDS: Readonly<Record<string, TextKey>> = {
  ...KINDS,
  marks: 'org_import_marks',
  organization: 'org_import_organization',
  settings: 'org_import_settings',
};

export function ImportPlan({ plan, is_done }: { plan: Plan; is_done: boolean }) {
  const { counts, users, channels, channels_count, direct_conversations: direct, reasons } = plan;
  const rows = Object.entries(KINDS).flatMap(([kind, name]) => {
    const count = counts[kind];
    return count && count.read > 0 ? [{ kind, name, ...count }] : [];
  });
  return (
    <>
      <table className="import-table">
        <caption>{t(is_done ? 'org_import_came' : 'org_import_comes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('org_import_kind')}</th>
            <th scope="col">{t('org_import_read')}</th>
            <th scope="col">{t('org_import_coming')}</th>
            <th scope="col">{t('org_import_dropped')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, name, read, imported, dropped }) => (
            <tr key={kind}>
              <th scope="row">{t(name)}</th>
              <td>{read}</td>
              <td>{imported}</td>
              <td>{dropped}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('org_import_people', { matched: users.matched, fresh: users.new })}</p>
      {direct.into_channels > 0 && <p>{t('org_import_direct', { count: direct.into_channels })}</p>}
      <table className="import-table">
        <caption>{t('org_import_channels')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('org_import_there')}</th>
            <th scope="col">{t('org_import_here')}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ name, becomes }) => (
            <tr key={becomes}>
              <td dir="auto">{name}</td>
              <td dir="auto">{becomes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {channels_count > channels.length && (
        <p className="quiet">{t('org_import_more_channels', { count: channels_count - channels.length })}</p>
      )}
      <p className="quiet">{t('org_import_rules')}</p>
      {reasons.length > 0 && (
        <details className="import-notes">
          <summary>{t('org_import_remarks', { count: reasons.length })}</summary>
          <Notes title={t('org_import_dropped')} notes={reasons.filter(({ is_kept }) => !is_kept)} />
          <Notes title={t('org_import_notes_changed')} notes={reasons.filter(({ is_kept }) => is_kept)} />
        </details>
      )}
    </>
  );
}

type Note = Plan['reasons'][number];

const isKnown = (code: string | null): code is ArchiveNote => hasText(`org_import_note_${code}`);

function Notes({ title, notes }: { title: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {notes.map((note) => (
          <li key={`${note.kind} ${note.reason}`}>
            {t('org_import_note_of', { kind: kindName(note.kind), count: note.records })}{' '}
            {isKnown(note.code) ? t(`org_import_note_${note.code}`) : <bdi lang="en">{note.reason}</bdi>}
            <span className="import-note-first quiet">{firstOf(note)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const kindName = (kind: string) => (Object.hasOwn(NOTED_KINDS, kind) ? t(NOTED_KINDS[kind]!) : kind);

/** Where the first such record is. */
function firstOf({ first, file, record, records }: Note): string {
  const place =
    record === null
      ? first
      : file === null
        ? t('org_import_record', { record })
        : t('org_import_in_record', { file, record });
  return records === 1 ? place : t('org_import_first', { place });
}
