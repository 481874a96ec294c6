// Bots that others want to give to the reader, who accepts or declines each. [WB56]
import type { BotOffer } from '@stoa/contract';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';

/** Fetched again when the server says that they have changed; empty if the request fails. */
function useOffers(): readonly BotOffer[] {
  const { client, bot_offers_changed } = useEngine();
  const [offers, setOffers] = useState<readonly BotOffer[]>([]);
  const load = useCallback(() => {
    client
      .getBotOffers()
      .then((answer) => setOffers(answer.offers))
      .catch(() => setOffers([]));
  }, [client]);
  useEffect(() => {
    load();
    return bot_offers_changed.subscribe(load);
  }, [load, bot_offers_changed]);
  return offers;
}

export function BotOffers() {
  const offers = useOffers();
  if (offers.length === 0) return null;
  return (
    <ul className="roster framed" aria-label={t('bot_offers')}>
      {offers.map((offer) => (
        <OfferRow key={offer.bot_id} offer={offer} />
      ))}
    </ul>
  );
}

function OfferRow({ offer: { bot_id, offered_by } }: { offer: BotOffer }) {
  const { client } = useEngine();
  const bot = useAppState((state) => findPerson(state, bot_id));
  const giver = useAppState((state) => findPerson(state, offered_by));
  if (!bot) return null;
  const name = bot.full_name;
  return (
    <li className="roster-row">
      <Avatar person={bot} />
      <div className="roster-main">
        <p className="roster-line">{t('bot_offered', { name, giver: giver?.full_name ?? t('unknown_person') })}</p>
        <p className="quiet roster-detail">{t('bot_offered_hint')}</p>
      </div>
      <button
        type="button"
        className="button primary"
        onClick={() => void attemptOnce(`answer offer ${bot_id}`, () => client.acceptBotOffer({ bot_id }))}
      >
        {t('bot_accept')}
        <span className="hidden-text"> {name}</span>
      </button>
      <button
        type="button"
        className="button"
        onClick={() => void attemptOnce(`answer offer ${bot_id}`, () => client.declineBotOffer({ bot_id }))}
      >
        {t('bot_decline')}
        <span className="hidden-text"> {name}</span>
      </button>
    </li>
  );
}
