// Leads to what may be read without an account, if there is anything. [WB282]
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { hashOf } from '../../base/views/view.ts';
import { VISITOR_HOME } from '../../base/views/visitor-view.ts';
import { fetchWebPublicIds } from './sign-in-api.ts';

export function LookAround() {
  const [is_something, setSomething] = useState(false);
  useEffect(() => {
    fetchWebPublicIds().then(
      (ids) => setSomething(ids.length > 0),
      () => {},
    );
  }, []);
  if (!is_something) return null;
  return (
    <p>
      <a href={hashOf(VISITOR_HOME)}>{t('visitor_look_around')}</a>
    </p>
  );
}
