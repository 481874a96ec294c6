// Tools below the text: files, voice messages, emoji, formatting, snippets, templates, preview.
import * as Ariakit from '@ariakit/react';
import { type RefObject, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx';
import { AttachButton } from '../../domain/files/attach-button.tsx';
import { canRecord } from '../../domain/files/recording-formats.ts';
import type { FieldHandle } from '../../domain/writing/compose-field.tsx';
import { ToolsMenu } from '../../domain/writing/tools-menu.tsx';
import { WritingTools } from '../../domain/writing/writing-tools.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { hasCalls, makeCall } from './video-call.ts';

const SnippetsDialog = lazyDialog(async () => (await import('./snippets-dialog.tsx')).SnippetsDialog);
const VoiceRecorder = lazyDialog(async () => (await import('./voice-recorder.tsx')).VoiceRecorder);
const WidgetDialog = lazyDialog(async () => (await import('./widget-dialog.tsx')).WidgetDialog);
const TimeDialog = lazyDialog(async () => (await import('../../domain/writing/time-dialog.tsx')).TimeDialog);

interface Props {
  readonly field: RefObject<FieldHandle | null>;
  readonly text: string;
  readonly previewing: boolean;
  attach(files: readonly File[]): void;
  toggle(): void;
}

export function ComposeTools({ field, text, previewing, attach, toggle }: Props) {
  const [emoji, setEmoji] = useState(false);
  const [dialog, setDialog] = useState<'snippets' | 'time' | 'poll' | 'todo' | null>(null);
  const [recording, setRecording] = useState(false);
  // Asked once: the tools are drawn with each letter.
  const [can_record] = useState(canRecord);
  const has_calls = useAppState(hasCalls);
  const engine = useEngine();
  const call = () =>
    attemptOnce('call', async () => {
      const made = await makeCall(engine.client, engine.state.get());
      if (made) insert(made);
    });
  // Waits until the menu has given up the focus.
  const insert = (made: string) => requestAnimationFrame(() => field.current?.insert(made));
  const close = () => {
    setDialog(null);
    requestAnimationFrame(() => field.current?.focus());
  };
  if (recording) {
    const end = () => {
      setRecording(false);
      requestAnimationFrame(() => field.current?.focus());
    };
    return <VoiceRecorder attach={attach} close={end} abandon={end} />;
  }
  return (
    <>
      <AttachButton attach={attach} />
      {can_record && <IconButton icon="microphone" label={t('voice_record')} onClick={() => setRecording(true)} />}
      <EmojiPicker
        open={emoji}
        setOpen={setEmoji}
        label={t('emoji')}
        choose={({ emoji_name }) => insert(`:${emoji_name}: `)}
      />
      <WritingTools field={field} />
      <ToolsMenu icon="plus" label={t('insert')}>
        <Ariakit.MenuItem className="menu-item" onClick={() => setDialog('snippets')}>
          <Icon name="snippet" /> {t('snippets')}
        </Ariakit.MenuItem>
        <Ariakit.MenuItem className="menu-item" onClick={() => setDialog('time')}>
          <Icon name="clock" /> {t('insert_time')}
        </Ariakit.MenuItem>
        {has_calls && (
          <Ariakit.MenuItem className="menu-item" onClick={call}>
            <Icon name="video" /> {t('call')}
          </Ariakit.MenuItem>
        )}
        <Ariakit.MenuItem className="menu-item" disabled={text !== ''} onClick={() => setDialog('poll')}>
          <Icon name="list" /> {t('poll')}
        </Ariakit.MenuItem>
        <Ariakit.MenuItem className="menu-item" disabled={text !== ''} onClick={() => setDialog('todo')}>
          <Icon name="check" /> {t('todo_list')}
        </Ariakit.MenuItem>
      </ToolsMenu>
      <IconButton
        icon="eye"
        label={t(previewing ? 'back_to_editing' : 'preview')}
        aria-pressed={previewing}
        onClick={toggle}
      />
      {dialog === 'snippets' && <SnippetsDialog text={text} insert={insert} close={close} abandon={close} />}
      {dialog === 'time' && <TimeDialog insert={insert} close={close} abandon={close} />}
      {(dialog === 'poll' || dialog === 'todo') && (
        <WidgetDialog kind={dialog} insert={insert} close={close} abandon={close} />
      )}
    </>
  );
}
