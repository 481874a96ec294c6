// Imports another chat's archive: uploaded, planned, started and undone. For owners.
import type { ArchiveFormat, ArchiveImport as Import, ImportFailure } from '@stoa/contract';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { importFailureText } from '../../base/text/failures.ts';
import type { TextKey } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { FileField } from '../../base/ui/file-field.tsx';
import { NotLoaded } from '../../base/ui/not-loaded.tsx';
import { notify } from '../../base/ui/notices.ts';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { isVisible } from '../../base/views/attention.ts';
import { sendFile } from '../../domain/files/upload.ts';
import { useEngine } from '../../model/engine/context.ts';
import { ImportPlan } from './import-plan.tsx';

/** Imports are no events. While one runs, and while another tab or the command line may begin one. */
const POLL_MS = { working: 1500, idle: 3000 } as const;
const WORKING: readonly Import['stage'][] = ['planning', 'importing', 'undoing'];

/** Names of products are the same in every language. */
const FORMATS: Readonly<Record<ArchiveFormat, string>> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
  zulip: 'Zulip',
};

type Loaded = { readonly import: Import | null; readonly command: 'importing' | 'undoing' | null };

function useImport() {
  const { client } = useEngine();
  const [known, setKnown] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(!(await attempt(async () => setKnown(await client.getArchiveImport()))));
  }, [client]);
  const current = known?.import ?? null;
  const is_working = current !== null && current.error === null && WORKING.includes(current.stage);
  const wait = is_working || known?.command ? POLL_MS.working : POLL_MS.idle;
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // A refresh that fails says nothing: the next one may succeed.
    const refresh = () => void client.getArchiveImport().then(setKnown, () => {});
    const timer = setInterval(() => isVisible() && refresh(), wait);
    return () => clearInterval(timer);
  }, [client, wait]);
  return { known, failed, is_working, load };
}

export function ArchiveImport() {
  const { known, failed, is_working, load } = useImport();
  const [sending, setSending] = useState<{ readonly done: number; cancel(): void } | null>(null);
  const engine = useEngine();
  const send = (file: File, path: string) => {
    const cancel = sendFile(engine, file, path, {
      progress: (done) => setSending((before) => before && { ...before, done }),
      failed(reason) {
        setSending(null);
        notify(reason);
        void load();
      },
      finished() {
        setSending(null);
        void load();
      },
    });
    setSending({ done: 0, cancel });
  };
  const current = known?.import ?? null;
  return (
    <>
      <p className="quiet">{t('org_import_lead')}</p>
      {failed && <NotLoaded again={() => void load()} />}
      {known === null && !failed && <p className="quiet">{t('loading')}</p>}
      {sending && (
        <SettingGroup title={t('org_import_sending')}>
          <progress value={sending.done} max={1} aria-label={t('org_import_sending')} />
          <div className="setting-actions">
            <button
              type="button"
              className="button"
              onClick={() => {
                sending.cancel();
                setSending(null);
                void load();
              }}
            >
              {t('cancel')}
            </button>
          </div>
        </SettingGroup>
      )}
      {known?.command && <CommandImport command={known.command} />}
      {known?.command === null && !sending && (current === null || current.stage === 'uploading') && (
        <NewImport unfinished={current} begun={send} />
      )}
      {current !== null && current.stage !== 'uploading' && (
        <CurrentImport current={current} is_working={is_working} load={load} />
      )}
    </>
  );
}

/** One that the command line has begun. */
function CommandImport({ command }: { command: 'importing' | 'undoing' }) {
  const title = t(TITLES[command]);
  return (
    <SettingGroup title={title}>
      <progress aria-label={title} />
      <p className="quiet" role="status">
        {t('org_import_command')}
      </p>
    </SettingGroup>
  );
}

interface NewProps {
  /** Its upload was interrupted. */
  readonly unfinished: Import | null;
  begun(file: File, path: string): void;
}

function NewImport({ unfinished, begun }: NewProps) {
  const { client } = useEngine();
  const [format, setFormat] = useState<ArchiveFormat>(unfinished?.format ?? 'slack');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    if (file === null) return;
    setBusy(true);
    await attempt(async () => {
      const is_same = unfinished?.file_name === file.name && unfinished.size === file.size;
      if (is_same && unfinished.format === format) return begun(file, UPLOAD_PATH);
      const { upload_url } = await client.beginArchiveImport({ format, file_name: file.name, size: file.size });
      begun(file, upload_url);
    });
    setBusy(false);
  };
  return (
    <SettingGroup title={t('org_import_new')}>
      {unfinished && <p role="status">{t('org_import_interrupted', { name: unfinished.file_name })}</p>}
      <div className="setting">
        <LabelledSelect
          label={t('org_import_format')}
          value={format}
          choices={Object.entries(FORMATS) as [ArchiveFormat, string][]}
          change={setFormat}
        />
      </div>
      <FileField
        label={t('org_import_file')}
        hint={t('org_import_file_hint')}
        accept=".zip,.tar,.gz,.tgz"
        file={file}
        required
        choose={setFile}
      />
      <div className="setting-actions">
        <button type="button" className="button primary" disabled={busy || file === null} onClick={() => void begin()}>
          {t('org_import_upload')}
        </button>
      </div>
    </SettingGroup>
  );
}

/** Where an interrupted upload resumes. */
const UPLOAD_PATH = '/api/v1/import/archive';

const TITLES = {
  uploading: 'org_import_sending',
  planning: 'org_import_planning',
  planned: 'org_import_planned',
  importing: 'org_import_importing',
  imported: 'org_import_imported',
  undoing: 'org_import_undoing',
} as const satisfies Record<Import['stage'], TextKey>;

interface CurrentProps {
  readonly current: Import;
  readonly is_working: boolean;
  load(): Promise<void>;
}

function CurrentImport({ current, is_working, load }: CurrentProps) {
  const { client } = useEngine();
  const { stage, error, failure, plan } = current;
  const [busy, setBusy] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const act = async (call: () => Promise<unknown>) => {
    setBusy(true);
    await attempt(call);
    await load();
    setBusy(false);
  };
  const button = (text: string, call: () => Promise<unknown>, is_primary = false) => (
    <button
      type="button"
      className={is_primary ? 'button primary' : 'button'}
      disabled={busy}
      onClick={() => void act(call)}
    >
      {text}
    </button>
  );
  const may_start = stage === 'planned' || (stage === 'importing' && error !== null);
  const may_undo = stage === 'imported' || error !== null;
  const is_kept = stage === 'importing' || stage === 'undoing';
  return (
    <SettingGroup title={t(error === null ? TITLES[stage] : 'org_import_stopped')}>
      <p dir="auto">{`${FORMATS[current.format]}: ${current.file_name}`}</p>
      {error !== null && (
        <div className="problem" role="alert" dir="auto">
          <p>{t('org_import_error', { reason: (failure && importFailureText(failure)) ?? error })}</p>
          {failure !== null && <FailurePlace failure={failure} />}
        </div>
      )}
      {is_working && <Progress current={current} />}
      {plan !== null && <ImportPlan plan={plan} is_done={stage === 'imported'} />}
      {!is_working && (
        <div className="setting-actions">
          {may_start &&
            button(
              t(stage === 'planned' ? 'org_import_start' : 'org_import_again'),
              () => client.startArchiveImport(),
              true,
            )}
          {may_undo && stage !== 'planning' && stage !== 'planned' && (
            <button type="button" className="button" disabled={busy} onClick={() => setUndoing(true)}>
              {t('org_import_undo')}
            </button>
          )}
          {!is_kept &&
            button(t(stage === 'imported' ? 'org_import_close' : 'org_import_discard'), () =>
              client.discardArchiveImport(),
            )}
        </div>
      )}
      {undoing && (
        <ConfirmDialog
          title={t('org_import_undo_title')}
          lead={t('org_import_undo_lead')}
          action={t('org_import_undo')}
          confirm={() => void act(() => client.undoArchiveImport())}
          close={() => setUndoing(false)}
        />
      )}
    </SettingGroup>
  );
}

/** Where in the archive. */
function FailurePlace({ failure: { file, record } }: { failure: ImportFailure }) {
  if (file === null) return null;
  return <p>{record === null ? t('org_import_in_file', { file }) : t('org_import_in_record', { file, record })}</p>;
}

function Progress({ current: { stage, messages, total_messages: total, seconds_left } }: { current: Import }) {
  const known = stage === 'importing' ? total : null;
  return (
    <>
      <progress value={known === null ? undefined : messages} max={known ?? undefined} aria-label={t(TITLES[stage])} />
      <p className="quiet" role="status">
        {known === null
          ? messages > 0 && t('org_import_messages', { count: messages })
          : t('org_import_messages_of', { count: messages, all: known })}
        {seconds_left !== null && ` ${t('org_import_left', { minutes: Math.ceil(seconds_left / 60) })}`}
      </p>
    </>
  );
}
