// Goes to a day in the current view: a named one, or any other.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { narrowOf, startOfDay } from '../../base/views/view.ts';
import { useEngine, useNavigation } from '../../model/engine/context.ts';
import { dayText } from '../../model/state/names.ts';
import { dayDialogOpen } from '../../model/state/screen.ts';
import { dayBefore, NAMED_DAYS } from './query.ts';

/** Before any message. */
const BEGINNING = '1970-01-01';

export function DayDialog() {
  const { own_id } = useEngine();
  const { route, go } = useNavigation();
  const [day, setDay] = useState(route.date ?? dayBefore(0));
  const choices = [
    ...NAMED_DAYS.map(([, before, text]) => ({ label: t(text), day: dayBefore(before) })),
    { label: t('date_beginning'), day: BEGINNING },
  ];
  const close = () => dayDialogOpen.set(false);
  const follow = (to: string) => {
    close();
    const { view } = route;
    go(narrowOf(view, own_id) ? view : { kind: 'feed' }, null, to);
  };
  return (
    <FormDialog
      title={t('date_title')}
      action={t('date_go')}
      ready={startOfDay(day) !== null}
      send={async () => follow(day)}
      close={close}
    >
      <label className="labelled">
        {t('date_day')}
        <input
          className="field"
          type="date"
          value={day}
          max={dayBefore(0)}
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened for it
          autoFocus
          onChange={({ target }) => setDay(target.value)}
        />
      </label>
      <div className="day-choices">
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            className="button"
            title={choice.day === BEGINNING ? undefined : dayText(choice.day)}
            onClick={() => follow(choice.day)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </FormDialog>
  );
}
