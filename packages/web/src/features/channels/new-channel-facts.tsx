// The first part of the new-channel form: name, description, folder, privacy.
import { MAX_STREAM_DESCRIPTION_LENGTH, MAX_STREAM_NAME_LENGTH } from '@stoa/contract';
import { type RefObject, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { Check } from '../../base/ui/check.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { FieldLabel } from '../../base/ui/field-label.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { Problem } from '../../base/ui/problem.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { choosable, type Privacy } from '../../domain/channels/privacy.ts';
import { RenderedLine } from '../../domain/content/rendered-line.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { folderChoices } from './folder-choices.ts';

export interface ChannelFacts {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  readonly folder_id: number | null;
  readonly is_default: boolean;
  readonly announce: boolean;
}

interface Props {
  readonly state: State;
  readonly facts: ChannelFacts;
  change(some: Partial<ChannelFacts>): void;
}

const lengthOf = (text: string) => [...text.trim()].length;

export const isTooLong = ({ name, description }: ChannelFacts): boolean =>
  lengthOf(name) > MAX_STREAM_NAME_LENGTH || lengthOf(description) > MAX_STREAM_DESCRIPTION_LENGTH;
export const isPublic = ({ privacy }: ChannelFacts): boolean => !privacy.startsWith('private');
export const canAnnounce = (state: State, facts: ChannelFacts): boolean =>
  isPublic(facts) && state.realm_new_stream_announcements_stream_id !== -1;

interface NamesProps extends Props {
  /** Why the name was refused. */
  readonly problem: string | null;
  readonly field: RefObject<HTMLInputElement | null>;
  fail(problem: string): void;
}

export function NewChannelNames({ state, facts, problem, field, change, fail }: NamesProps) {
  return (
    <SettingGroup title={t('channel_itself')}>
      <LabelledInput
        ref={field}
        label={t('channel_name')}
        value={facts.name}
        problem={problem}
        required
        autoFocus
        change={(value) => change({ name: value })}
      />
      <Description value={facts.description} change={(description) => change({ description })} fail={fail} />
      {isTooLong(facts) && (
        <Problem>
          {t('channel_too_long', { name: MAX_STREAM_NAME_LENGTH, description: MAX_STREAM_DESCRIPTION_LENGTH })}
        </Problem>
      )}
      {state.channel_folders.some(({ is_archived }) => !is_archived) && (
        <LabelledSelect
          label={t('folder')}
          value={facts.folder_id}
          choices={folderChoices(state, null)}
          change={(folder_id) => change({ folder_id })}
        />
      )}
    </SettingGroup>
  );
}

interface DescriptionProps {
  readonly value: string;
  change(description: string): void;
  fail(problem: string): void;
}

function Description({ value, change, fail }: DescriptionProps) {
  const { client } = useEngine();
  const [preview, setPreview] = useState<string | null>(null);
  const look = async () => {
    if (preview !== null) return setPreview(null);
    try {
      setPreview((await client.renderMessage({ content: value })).rendered);
    } catch (error) {
      fail(failureText(error));
    }
  };
  return (
    <div className="labelled">
      <label htmlFor="new-description">
        <FieldLabel mark="optional">{t('channel_description')}</FieldLabel>
      </label>
      {preview === null ? (
        <textarea
          id="new-description"
          className="field"
          dir="auto"
          rows={3}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <div id="new-description" className="description-preview">
          <RenderedLine html={preview} />
        </div>
      )}
      <div className="setting-actions">
        <button
          type="button"
          className="button"
          aria-pressed={preview !== null}
          disabled={value.trim() === ''}
          onClick={() => void look()}
        >
          {t(preview === null ? 'preview' : 'back_to_editing')}
        </button>
      </div>
    </div>
  );
}

export function NewChannelPrivacy({ state, facts, change }: Props) {
  return (
    <fieldset className="setting-group choices">
      <legend>{t('channel_privacy')}</legend>
      {choosable(state, null).map((kind) => (
        <label key={kind} className="check choice">
          <input
            type="radio"
            name="privacy"
            checked={facts.privacy === kind}
            onChange={() => change({ privacy: kind })}
          />
          <span>
            {t(`privacy_${kind}`)}
            <span className="setting-hint quiet">{t(`privacy_${kind}_hint`)}</span>
          </span>
        </label>
      ))}
      {canAnnounce(state, facts) && (
        <Check label={t('announce_channel')} value={facts.announce} change={(announce) => change({ announce })} />
      )}
      {state.is_admin && isPublic(facts) && (
        <Check label={t('default_channel')} value={facts.is_default} change={(is_default) => change({ is_default })} />
      )}
    </fieldset>
  );
}
