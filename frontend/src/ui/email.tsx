import { Fragment } from 'react';

/** An e-mail address that, where it is too long for its line, breaks before its `@` and its dots rather than in a word. */
export const Email = ({ address }: { address: string }) =>
  address.split(/(?=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
