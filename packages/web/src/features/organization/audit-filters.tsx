// The filters of the audit log: what, who, about whom or which channel, how, and when.
import { AUDIT_KINDS, AUDIT_VIA, type AuditArea, type AuditVia, type ChannelId, type UserId } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { Chip } from '../../base/ui/chip.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import { HolderField } from '../../domain/groups/holder-field.tsx';
import { NAMED_BY, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { viaName } from './audit-texts.ts';

export interface AuditChoices {
  readonly area: AuditArea | null;
  readonly via: AuditVia | null;
  readonly acting_user_id: number | null;
  readonly user_id: number | null;
  readonly stream_id: number | null;
  /** Days as inputs have them; empty for any. */
  readonly from: string;
  readonly to: string;
}

export const ANY: AuditChoices = {
  area: null,
  via: null,
  acting_user_id: null,
  user_id: null,
  stream_id: null,
  from: '',
  to: '',
};

/** The days are the reader's; the last one is included. */
const startOf = (day: string, days_later: number) => {
  const [year, month, date] = day.split('-').map(Number);
  return Math.floor(new Date(year!, month! - 1, date! + days_later).getTime() / 1000);
};

/** As the API takes them. */
export function auditFilter({ area, via, acting_user_id, user_id, stream_id, from, to }: AuditChoices) {
  return {
    ...(area && { kinds: [...AUDIT_KINDS[area]] }),
    ...(via && { via }),
    ...(acting_user_id !== null && { acting_user_id: acting_user_id as UserId }),
    ...(user_id !== null && { user_id: user_id as UserId }),
    ...(stream_id !== null && { stream_id: stream_id as ChannelId }),
    ...(from !== '' && { since: startOf(from, 0) }),
    ...(to !== '' && { until: startOf(to, 1) }),
  };
}

const AREAS: readonly (readonly [AuditArea, TextKey])[] = [
  ['sign_ins', 'audit_area_sign_ins'],
  ['accounts', 'audit_area_accounts'],
  ['bots', 'audit_area_bots'],
  ['groups', 'audit_area_groups'],
  ['channels', 'audit_area_channels'],
  ['messages', 'audit_area_messages'],
  ['organization', 'audit_area_organization'],
];

interface Props {
  readonly chosen: AuditChoices;
  choose(chosen: AuditChoices): void;
}

export function AuditFilters({ chosen, choose }: Props) {
  const state = useStateOf(NAMED_BY);
  const set = (part: Partial<AuditChoices>) => choose({ ...chosen, ...part });
  return (
    <fieldset className="audit-filters">
      <legend className="hidden-text">{t('audit_filters')}</legend>
      <LabelledSelect
        label={t('audit_area')}
        value={chosen.area}
        choices={[[null, t('audit_any')], ...AREAS.map(([area, name]) => [area, t(name)] as const)]}
        change={(area) => set({ area })}
      />
      <LabelledSelect
        label={t('audit_how')}
        value={chosen.via}
        choices={[[null, t('audit_any')], ...AUDIT_VIA.map((via) => [via, viaName(via)] as const)]}
        change={(via) => set({ via })}
      />
      <PersonFilter
        label={t('audit_by')}
        chosen={chosen.acting_user_id}
        choose={(acting_user_id) => set({ acting_user_id })}
      />
      <PersonFilter label={t('audit_about')} chosen={chosen.user_id} choose={(user_id) => set({ user_id })} />
      <div className="audit-channel">
        <ChannelChooser
          label={t('audit_channel')}
          channels={knownChannels(state)}
          value={chosen.stream_id}
          none={{ label: t('audit_any'), icon: 'channel' }}
          change={(stream_id) => set({ stream_id })}
        />
      </div>
      <LabelledInput
        label={t('audit_from')}
        type="date"
        required={null}
        max={chosen.to || undefined}
        value={chosen.from}
        change={(from) => set({ from })}
      />
      <LabelledInput
        label={t('audit_to')}
        type="date"
        required={null}
        min={chosen.from || undefined}
        value={chosen.to}
        change={(to) => set({ to })}
      />
    </fieldset>
  );
}

const NOBODY = { groups: [], people: [] };

interface PersonProps {
  readonly label: string;
  readonly chosen: number | null;
  choose(user_id: number | null): void;
}

function PersonFilter({ label, chosen, choose }: PersonProps) {
  const state = useStateOf(NAMED_BY);
  return (
    <div className="labelled">
      <span aria-hidden={chosen === null}>{label}</span>
      {chosen === null ? (
        <HolderField
          className="field"
          label={label}
          declared={null}
          chosen={NOBODY}
          taken={NOBODY}
          choose={({ people: [user_id] }) => user_id !== undefined && choose(user_id)}
        />
      ) : (
        <ul className="chips">
          <Chip name={personName(state, chosen)} remove={() => choose(null)} />
        </ul>
      )}
    </div>
  );
}
