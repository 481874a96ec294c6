// Alert words: they highlight a message and notify the reader.
import { MAX_ALERT_WORD_LENGTH } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';

export function AlertWords() {
  const { client } = useEngine();
  const words = useAppState(({ alert_words }) => alert_words);
  const [written, setWritten] = useState('');
  const word = written.trim();
  const is_known = words.some((known) => known.toLowerCase() === word.toLowerCase());
  useUnsaved(word !== '' && !is_known, () => setWritten(''));
  const add = async () => {
    if (word === '') return;
    if (is_known) return notify(t('set_word_known', { word }));
    if (!(await attemptOnce(`add alert word ${word}`, () => client.addAlertWords({ alert_words: [word] })))) return;
    setWritten('');
    notify(t('set_word_added', { word }));
  };
  const remove = async (gone: string) => {
    if (await attemptOnce(`remove alert word ${gone}`, () => client.removeAlertWords({ alert_words: [gone] })))
      notify(t('set_word_removed', { word: gone }));
  };
  return (
    <div className="setting-group">
      <p className="setting-hint quiet">{t('set_alert_words_hint')}</p>
      <form
        className="add-line"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <LabelledInput
          label={t('set_word')}
          required
          value={written}
          maxLength={MAX_ALERT_WORD_LENGTH}
          change={setWritten}
        />
        <button type="submit" className="button primary" disabled={word === ''}>
          {t('set_add')}
        </button>
      </form>
      {words.length === 0 ? (
        <p className="quiet">{t('set_no_words')}</p>
      ) : (
        <ul className="setting-list">
          {words.map((word) => (
            <li key={word}>
              <span className="setting-list-name" dir="auto">
                {word}
              </span>
              <IconButton icon="trash" label={t('set_remove_word', { word })} onClick={() => void remove(word)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
