// The label of a field, which says whether it has to be filled in. In forms that are sent as a whole every field that may stay
// empty says "optional"; among rows that are saved one by one, those that should be filled in say "required". [WB1043]
import type { ReactNode } from 'react';
import { t } from '../text/all-texts.ts';

interface Props {
  readonly children: ReactNode;
  readonly mark: 'optional' | 'required' | null;
}

export function FieldLabel({ children, mark }: Props) {
  return (
    <span className="field-label">
      {children}
      {/* Screen readers say it by the field's own attribute. */}
      {mark && (
        <span className="field-mark" aria-hidden="true">
          {t(mark === 'optional' ? 'field_optional' : 'field_required')}
        </span>
      )}
    </span>
  );
}
