// Data exports: requested, with progress, downloaded and deleted. For administrators.
import { type ExportType, MAX_EXPORTS_PER_WEEK, type RealmExport } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { formatList, type TextKey } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { NotLoaded } from '../../base/ui/not-loaded.tsx';
import { notify } from '../../base/ui/notices.ts';
import { RadioChoices } from '../../base/ui/radio-choices.tsx';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { useGuardedList } from '../../model/engine/use-guarded-list.ts';
import { personName } from '../../model/state/names.ts';

const SHOWN = ['user_settings', ...NAMED_BY] as const;

interface LoadedExports {
  readonly exports: readonly RealmExport[];
  readonly agreed: readonly number[];
  readonly requested: number;
}

async function fetchExports(client: Client): Promise<LoadedExports> {
  const [{ exports }, { export_consents }] = await Promise.all([client.getRealmExports(), client.getExportConsents()]);
  const agreed = export_consents.filter(({ consented }) => consented).map(({ user_id }) => user_id);
  return { exports: exports.toSorted((a, b) => b.id - a.id), agreed, requested: export_consents.length };
}

export function Exports() {
  const { exports_changed } = useEngine();
  const { known, error, again } = useGuardedList(fetchExports, exports_changed);
  return (
    <>
      <p className="quiet">{t('org_exports_lead', { count: MAX_EXPORTS_PER_WEEK })}</p>
      {error !== null ? (
        <NotLoaded error={error} again={again} />
      ) : known ? (
        <>
          <NewExport agreed={known.agreed.length} requested={known.requested} />
          <Past exports={known.exports} />
          <Consents agreed={known.agreed} />
        </>
      ) : (
        <p className="quiet">{t('loading')}</p>
      )}
    </>
  );
}

function NewExport({ agreed, requested }: { agreed: number; requested: number }) {
  const { client } = useEngine();
  const everything = useAppState(({ is_owner, realm_owner_full_content_access: full }) => is_owner && full);
  const [chosen, setChosen] = useState<ExportType>('public');
  const [busy, setBusy] = useState(false);
  const kinds: readonly (readonly [ExportType, string, string])[] = [
    ['public', t('org_export_public'), t('org_export_public_hint')],
    ['full_with_consent', t('org_export_consent'), t('org_export_consent_hint', { count: agreed, all: requested })],
    ...(everything
      ? ([['full_without_consent', t('org_export_everything'), t('org_export_everything_hint')]] as const)
      : []),
  ];
  const start = async () => {
    setBusy(true);
    if (await attempt(() => client.exportRealm({ export_type: chosen }))) notify(t('org_export_started'));
    setBusy(false);
  };
  return (
    <SettingGroup title={t('org_export_new')}>
      <RadioChoices name="export" label={t('org_export_what')} choices={kinds} chosen={chosen} choose={setChosen} />
      <div className="setting-actions">
        <button type="button" className="button primary" disabled={busy} onClick={() => void start()}>
          {t('org_export_start')}
        </button>
      </div>
    </SettingGroup>
  );
}

const KIND_NAMES = {
  public: 'org_export_public',
  full_with_consent: 'org_export_consent',
  full_without_consent: 'org_export_everything',
} as const satisfies Record<ExportType, TextKey>;

function statusOf({ pending, failed_timestamp, deleted_timestamp }: RealmExport): TextKey {
  if (pending) return 'org_export_pending';
  if (deleted_timestamp !== null) return 'org_export_deleted';
  return failed_timestamp === null ? 'org_export_ready' : 'org_export_failed';
}

function Past({ exports }: { exports: readonly RealmExport[] }) {
  const { client } = useEngine();
  const state = useStateOf(SHOWN);
  const [deleting, setDeleting] = useState<RealmExport | null>(null);
  return (
    <SettingGroup title={t('org_exports_past')}>
      {exports.length === 0 && <p className="quiet">{t('org_exports_none')}</p>}
      {exports.length > 0 && (
        <ul className="entries" aria-label={t('org_exports_past')}>
          {exports.map((archive) => {
            const time = fullTime(archive.export_time, state.user_settings.twenty_four_hour_time);
            return (
              <li key={archive.id} className="entry">
                <div className="entry-body entry-text">
                  <span>
                    <strong>{t(KIND_NAMES[archive.export_type])}</strong>{' '}
                    <span className="tag">{t(statusOf(archive))}</span>
                  </span>
                  <span className="quiet">
                    {t('org_export_by', { time, name: personName(state, archive.acting_user_id) })}
                  </span>
                </div>
                {archive.export_url !== null && (
                  <div className="entry-actions">
                    <a className="button" href={archive.export_url} download>
                      <span aria-hidden="true">{t('org_export_download')}</span>
                      <span className="hidden-text">{t('org_export_download_of', { time })}</span>
                    </a>
                    <IconButton
                      icon="trash"
                      size={16}
                      label={t('org_export_delete_of', { time })}
                      onClick={() => setDeleting(archive)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {deleting && (
        <ConfirmDialog
          title={t('org_export_delete_title')}
          lead={t('org_export_delete_lead')}
          action={t('delete')}
          confirm={() => void attempt(() => client.deleteRealmExport({ export_id: deleting.id }))}
          close={() => setDeleting(null)}
        />
      )}
    </SettingGroup>
  );
}

function Consents({ agreed }: { agreed: readonly number[] }) {
  const state = useStateOf(SHOWN);
  const names = agreed.map((user_id) => personName(state, user_id)).sort((a, b) => a.localeCompare(b));
  return (
    <SettingGroup title={t('org_consents')}>
      {names.length === 0 ? <p className="quiet">{t('org_consents_none')}</p> : <p dir="auto">{formatList(names)}</p>}
    </SettingGroup>
  );
}
