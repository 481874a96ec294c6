// A dialog or card whose script is fetched when the reader asks for it. With React's `lazy`, a script that can't be fetched
// takes the whole page away, and a loaded one is drawn late: what is typed meanwhile goes to the element that had the focus.
// [WB806]
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { t } from '../text/text.ts';
import { notify } from './notices.ts';

interface LazyDialog<Props> {
  /** `abandon` closes it if the script can't be fetched, so that the reader can ask for it again. */
  (props: Props & { readonly abandon: () => void }): ReactNode;
  /** Rejects without a connection. */
  prefetch(): Promise<void>;
}

export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  let loaded: ComponentType<Props> | null = null;
  const prefetch = async () => {
    loaded ??= await load();
  };
  function Loaded({ abandon, ...props }: Props & { readonly abandon: () => void }) {
    const [Shown, setShown] = useState(() => loaded);
    const giveUp = useEffectEvent(() => {
      notify(t('part_failed'));
      abandon();
    });
    useEffect(() => {
      if (Shown) return;
      let current = true;
      prefetch().then(
        () => current && setShown(() => loaded),
        () => current && giveUp(),
      );
      return () => {
        current = false;
      };
    }, [Shown]);
    return Shown && <Shown {...(props as unknown as Props)} />;
  }
  return Object.assign(Loaded, { prefetch });
}
