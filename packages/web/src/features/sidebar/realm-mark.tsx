// The organization's icon, or the first letter of its name. Hidden from screen readers.
import { useAppState } from '../../model/engine/context.ts';

export function RealmMark() {
  const name = useAppState(({ realm_name }) => realm_name);
  const icon = useAppState(({ realm_icon_source, realm_icon_url }) =>
    realm_icon_source === 'U' ? realm_icon_url : null,
  );
  if (icon) return <img className="realm-mark" src={icon} alt="" />;
  return (
    <span className="realm-mark" aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
