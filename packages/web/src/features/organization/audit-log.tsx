// The audit log: who changed what, the newest first, filtered and downloaded. For administrators.
import type { AuditEntry } from '@stoa/contract';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { dayName, dayOf, timeName } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { NotLoaded } from '../../base/ui/not-loaded.tsx';
import { notify } from '../../base/ui/notices.ts';
import { saveFile } from '../../base/ui/save-file.ts';
import { NAMED_BY, useEngine, useStateOf } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { auditCsv, auditLines } from './audit-file.ts';
import { ANY, type AuditChoices, AuditFilters, auditFilter } from './audit-filters.tsx';
import { manner, type ShownChange, sentence, shownChanges } from './audit-texts.ts';

const SHOWN = ['user_settings', 'realm_user_groups', 'channel_folders', ...NAMED_BY] as const;
const PAGE = 50;
/** A file has so many entries at most; more come by the command line. */
const [FILE_MAX, FILE_PAGE] = [20_000, 500];

interface Loaded {
  readonly entries: readonly AuditEntry[];
  readonly next: number | null;
  readonly kept_days: number | null;
}

/** Pages of the log; a new filter begins anew, and responses to earlier ones are ignored. */
function useAuditLog(chosen: AuditChoices) {
  const { client } = useEngine();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const [is_loading, setLoading] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let is_current = true;
    setError(null);
    client
      .getAuditLog({ ...auditFilter(chosen), limit: PAGE })
      .then((page) => is_current && setLoaded(page))
      .catch((failure) => is_current && setError(failure));
    return () => {
      is_current = false;
    };
  }, [client, chosen, attempts]);
  const more = useCallback(async () => {
    if (!loaded?.next) return;
    setLoading(true);
    await attempt(async () => {
      const page = await client.getAuditLog({ ...auditFilter(chosen), limit: PAGE, before: loaded.next! });
      // Meanwhile another filter may have been chosen.
      setLoaded((now) => (now === loaded ? { ...page, entries: [...loaded.entries, ...page.entries] } : now));
    });
    setLoading(false);
  }, [client, chosen, loaded]);
  return { loaded, error, is_loading, more, again: () => setAttempts((count) => count + 1) };
}

export function AuditLog() {
  const [chosen, choose] = useState(ANY);
  const { loaded, error, is_loading, more, again } = useAuditLog(chosen);
  return (
    <>
      <p className="quiet">
        {t('audit_lead')}{' '}
        {loaded && (loaded.kept_days === null ? t('audit_kept') : t('audit_kept_days', { count: loaded.kept_days }))}
      </p>
      <AuditFilters chosen={chosen} choose={choose} />
      <Download chosen={chosen} />
      {error !== null ? (
        <NotLoaded error={error} again={again} />
      ) : loaded === null ? (
        <p className="quiet">{t('loading')}</p>
      ) : (
        <>
          {loaded.entries.length === 0 && (
            <p className="quiet">{t(chosen === ANY ? 'audit_empty_log' : 'audit_none_found')}</p>
          )}
          <Days entries={loaded.entries} />
          {loaded.next !== null && (
            <div className="setting-actions">
              <button type="button" className="button" disabled={is_loading} onClick={() => void more()}>
                {t('audit_more')}
              </button>
            </div>
          )}
        </>
      )}
    </>
  );
}

function Days({ entries }: { entries: readonly AuditEntry[] }) {
  const state = useStateOf(SHOWN);
  const days = [...Map.groupBy(entries, ({ timestamp }) => dayOf(timestamp)).values()];
  return days.map((of_day) => {
    const day = dayName(of_day[0]!.timestamp);
    return (
      <section key={dayOf(of_day[0]!.timestamp)} className="audit-day">
        <h3>{day}</h3>
        <ul className="entries" aria-label={day}>
          {of_day.map((entry) => (
            <Entry key={entry.id} entry={entry} state={state} />
          ))}
        </ul>
      </section>
    );
  });
}

function Entry({ entry, state }: { entry: AuditEntry; state: State }) {
  const time = timeName(entry.timestamp, state.user_settings.twenty_four_hour_time);
  const changes = shownChanges(state, entry);
  return (
    <li className="entry audit-entry">
      <div className="entry-body entry-text">
        <span dir="auto">{sentence(state, entry)}</span>
        {changes.length > 0 && (
          <dl className="audit-changes">
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries never change
              <Change key={at} change={change} />
            ))}
          </dl>
        )}
        <span className="quiet">
          {time} · {manner(entry)}
        </span>
      </div>
    </li>
  );
}

function Change({ change: { field, is_code, old, new: now } }: { change: ShownChange }) {
  return (
    <div>
      <dt>{is_code ? <code>{field}</code> : field}</dt>
      <dd>
        {old === null && now === null && <span className="quiet">{t('audit_secret')}</span>}
        {old !== null && (
          <del dir="auto">
            <span className="hidden-text">{t('audit_before')} </span>
            {old}
          </del>
        )}
        {old !== null && now !== null && <span aria-hidden="true"> → </span>}
        {now !== null && (
          <ins dir="auto">
            <span className="hidden-text">{t('audit_after')} </span>
            {now}
          </ins>
        )}
      </dd>
    </div>
  );
}

function Download({ chosen }: { chosen: AuditChoices }) {
  const { client, state } = useEngine();
  const [is_busy, setBusy] = useState(false);
  const save = async (name: string, write: (entries: readonly AuditEntry[]) => string) => {
    setBusy(true);
    await attempt(async () => {
      const entries: AuditEntry[] = [];
      let before: number | null = null;
      do {
        const filter = { ...auditFilter(chosen), limit: FILE_PAGE, ...(before !== null && { before }) };
        const page: Loaded = await client.getAuditLog(filter);
        entries.push(...page.entries);
        before = page.next;
      } while (before !== null && entries.length < FILE_MAX);
      saveFile(name, write(entries));
      if (before !== null) notify(t('audit_file_cut', { count: FILE_MAX }));
    });
    setBusy(false);
  };
  return (
    <div className="setting-actions">
      <button
        type="button"
        className="button"
        disabled={is_busy}
        onClick={() => void save('audit-log.csv', (entries) => auditCsv(state.get(), entries))}
      >
        {t('audit_csv')}
      </button>
      <button
        type="button"
        className="button"
        disabled={is_busy}
        onClick={() => void save('audit-log.jsonl', auditLines)}
      >
        {t('audit_jsonl')}
      </button>
    </div>
  );
}
