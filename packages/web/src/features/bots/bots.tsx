// Lists of bots: the reader's own, or the organization's. Who manages one opens it. [WB56]
import { useDeferredValue, useMemo, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { FindField } from '../../base/ui/find-field.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { Avatar } from '../../domain/people/avatar.tsx';
import { PersonOwner } from '../../domain/people/person-facts.tsx';
import { botTypeName } from '../../domain/people/roles.ts';
import { useAppState } from '../../model/engine/context.ts';
import { BotDialog } from './bot-dialog.tsx';
import { botsOf, typesToMake } from './bot-facts.ts';
import { BotOffers } from './bot-offers.tsx';
import { NewBotDialog } from './new-bot-dialog.tsx';

/** More are found by name. */
const SHOWN = 100;

export const OwnBots = () => <Bots own />;
export const AllBots = () => <Bots own={false} />;

function Bots({ own }: { own: boolean }) {
  const realm_users = useAppState((state) => state.realm_users);
  const realm_non_active_users = useAppState((state) => state.realm_non_active_users);
  const own_id = useAppState(({ user_id }) => user_id);
  const managed = useAppState(({ realm_bots }) => realm_bots);
  // Guests own no bots.
  const may_own = useAppState((state) => !state.is_guest);
  const may_make = useAppState((state) => typesToMake(state).length > 0);
  const [making, setMaking] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(fold(typed.trim()));
  const bots = useMemo(
    () =>
      botsOf({ realm_users, realm_non_active_users }, own ? own_id : null).filter(
        ({ full_name, email }) => fold(full_name).includes(query) || email.includes(query),
      ),
    [realm_users, realm_non_active_users, own, own_id, query],
  );
  const mine = useMemo(() => new Set<number>(managed.map(({ user_id }) => user_id)), [managed]);
  return (
    <>
      <p className="quiet">{t(own ? 'own_bots_lead' : 'all_bots_lead')}</p>
      {own && may_own && <BotOffers />}
      {may_make ? (
        <div className="setting-actions">
          <button type="button" className="button primary" onClick={() => setMaking(true)}>
            <Icon name="plus" size={16} /> {t('new_bot')}
          </button>
        </div>
      ) : (
        <p className="notice-box">{t('no_new_bots')}</p>
      )}
      {!own && <FindField label={t('find_bot')} value={typed} change={setTyped} />}
      {bots.length === 0 ? (
        <p className="quiet">{t(query ? 'nobody_found' : 'no_bots')}</p>
      ) : (
        <ul className="roster framed">
          {bots.slice(0, SHOWN).map((bot) => (
            <li key={bot.user_id} className="roster-row">
              <Avatar key={bot.avatar_url} person={bot} />
              <div className="roster-main">
                <p className="roster-line">
                  <button
                    type="button"
                    className="name-button strong"
                    data-person={bot.user_id}
                    aria-haspopup="dialog"
                    dir="auto"
                  >
                    {bot.full_name}
                  </button>
                  <span className="tag">{botTypeName(bot.bot_type)}</span>
                  {!bot.is_active && <span className="tag strong">{t('deactivated')}</span>}
                </p>
                <p className="quiet roster-detail">{bot.email}</p>
                {!own && (
                  <dl className="roster-facts">
                    <PersonOwner person={bot} />
                  </dl>
                )}
              </div>
              {mine.has(bot.user_id) && (
                <button type="button" className="button" onClick={() => setOpened(bot.user_id)}>
                  {t('manage')}
                  <span className="hidden-text"> {bot.full_name}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {bots.length > SHOWN && <p className="quiet">{t('more_by_name')}</p>}
      {making && <NewBotDialog close={() => setMaking(false)} made={setOpened} />}
      {opened !== null && <BotDialog user_id={opened} close={() => setOpened(null)} />}
    </>
  );
}
