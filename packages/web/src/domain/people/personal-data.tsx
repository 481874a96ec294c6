// One person's data: an archive to download, and the erasure of the account. For oneself and for administrators. [PD13]
import type { ErasedMessages, PersonalExport } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { RadioChoices } from '../../base/ui/radio-choices.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

/** Progress is no event. */
const POLL_MS = 2000;

/** Listed only when asked for: the list may ask for the password. */
function usePersonalExports(user_id: number) {
  const { client, quiet_client } = useEngine();
  const [known, setKnown] = useState<readonly PersonalExport[] | null>(null);
  const fetchAll = useCallback(
    async (caller: Client) => {
      const { exports } = await caller.getPersonalExports();
      setKnown(exports.filter((archive) => archive.user_id === user_id));
    },
    [user_id],
  );
  const pending = known?.some(({ finished_at, failed_at }) => finished_at === null && failed_at === null) ?? false;
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => fetchAll(quiet_client).catch(() => {}), POLL_MS);
    return () => clearInterval(timer);
  }, [pending, fetchAll, quiet_client]);
  return { known, load: () => attempt(() => fetchAll(client)) };
}

export function PersonalExports({ user_id, action }: { user_id: number; action: string }) {
  const { client } = useEngine();
  const { known, load } = usePersonalExports(user_id);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const request = async () => {
    if (await attempt(() => client.requestPersonalExport({ user_id }))) await load();
  };
  const remove = async (export_id: number) => {
    if (await attemptOnce(`delete export ${export_id}`, () => client.deletePersonalExport({ export_id }))) await load();
  };
  return (
    <>
      <div className="setting-actions">
        <button type="button" className="button" disabled={busy} onClick={() => void run(request)}>
          {action}
        </button>
        {known === null && (
          <button type="button" className="button" disabled={busy} onClick={() => void run(load)}>
            {t('data_show_archives')}
          </button>
        )}
      </div>
      {known !== null && <Archives exports={known} remove={(id) => void run(() => remove(id))} />}
    </>
  );
}

function statusOf({ finished_at, failed_at, percent }: PersonalExport): string {
  if (failed_at !== null) return t(finished_at === null ? 'data_failed' : 'data_ended');
  return finished_at === null ? t('data_preparing', { percent }) : t('data_ready');
}

interface ArchivesProps {
  readonly exports: readonly PersonalExport[];
  remove(export_id: number): void;
}

function Archives({ exports, remove }: ArchivesProps) {
  const by_24_hours = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  if (exports.length === 0) return <p className="quiet">{t('data_none')}</p>;
  return (
    <ul className="entries" aria-label={t('data_archives')}>
      {exports.map((archive) => {
        const time = fullTime(archive.requested_at, by_24_hours);
        return (
          <li key={archive.id} className="entry">
            <div className="entry-body entry-text">
              <span>{time}</span>
              <span className="quiet" role="status">
                {statusOf(archive)}
                {archive.is_public && ` ${t('data_public_only')}`}
              </span>
            </div>
            {archive.export_url !== null && (
              <div className="entry-actions">
                <a className="button" href={archive.export_url} download>
                  <span aria-hidden="true">{t('org_export_download')}</span>
                  <span className="hidden-text">{t('org_export_download_of', { time })}</span>
                </a>
                <button type="button" className="button" onClick={() => remove(archive.id)}>
                  <span aria-hidden="true">{t('delete')}</span>
                  <span className="hidden-text">{t('org_export_delete_of', { time })}</span>
                </button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ErasureProps {
  readonly title: string;
  /** Typed to confirm. */
  readonly name: string;
  erase(messages: ErasedMessages): Promise<unknown>;
  close(): void;
}

export function ErasureDialog({ title, name, erase, close }: ErasureProps) {
  const [messages, setMessages] = useState<ErasedMessages>('keep');
  const [typed, setTyped] = useState('');
  const choices = [
    ['keep', t('erase_keep'), t('erase_keep_hint')],
    ['remove', t('erase_remove'), t('erase_remove_hint')],
  ] as const;
  return (
    <FormDialog
      title={title}
      action={t('erase_action')}
      danger
      ready={typed.trim() === name}
      send={() => erase(messages)}
      close={close}
    >
      <p>{t('erase_lead')}</p>
      <RadioChoices
        name="messages"
        label={t('erase_messages')}
        choices={choices}
        chosen={messages}
        choose={setMessages}
      />
      <FormField label={t('erase_type', { name })} value={typed} required change={setTyped} />
    </FormDialog>
  );
}
