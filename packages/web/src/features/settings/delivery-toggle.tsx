// A checkbox for one kind of notification.
import { useSaved } from '../../base/ui/controls.tsx';

export function DeliveryToggle({
  column,
  label,
  value,
  save,
}: {
  column: string;
  label: string;
  value: boolean;
  save(value: boolean): Promise<unknown>;
}) {
  const { shown, change } = useSaved(value, save);
  return (
    <label className={`notification-cell notification-cell-${column}`}>
      <input type="checkbox" checked={shown} onChange={({ target }) => void change(target.checked)} />
      {label}
    </label>
  );
}
