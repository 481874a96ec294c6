// Confirms before deleting a topic, and shows progress: large topics are deleted in batches.
import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { Problem } from '../../base/ui/problem.tsx';
import { deleteTopic, type TopicRef } from '../../domain/channels/topic-actions.ts';
import { useEngine } from '../../model/engine/context.ts';
import { topicName } from '../../model/state/names.ts';
import type { KnownChannel } from '../../model/state/state.ts';

interface Props {
  readonly topic: TopicRef;
  readonly channel: KnownChannel;
  close(): void;
}

export function DeleteTopicDialog({ topic, channel, close }: Props) {
  const engine = useEngine();
  const [batches, setBatches] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = batches !== null && problem === null;
  const begin = async () => {
    setBatches(0);
    setProblem(null);
    try {
      await deleteTopic(engine, topic, setBatches);
      close();
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  return (
    <Dialog
      title={t('delete_topic_title', { topic: topicName(topic.topic), channel: channel.name })}
      onClose={close}
      hideOnInteractOutside={!busy}
    >
      <p>{t('delete_topic_lead')}</p>
      <p role="status" className="dialog-status quiet">
        {busy ? t('deleting_topic', { count: batches }) : ''}
      </p>
      <Problem>{problem}</Problem>
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
        <button type="button" className="button danger" disabled={busy} onClick={() => void begin()}>
          {t('delete_topic_action')}
        </button>
      </div>
    </Dialog>
  );
}
