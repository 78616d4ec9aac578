import { useEffect, useState } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { textsOfLosses } from '../../forms/leave-guard';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/**
 * Asks before a link, Back or a sign-out loses what `forms/leave-guard.ts` knows of: only the dashboard has such forms. The
 * router allows one blocker at a time.
 */
export function LeaveDialog() {
  const here = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => textsOfLosses(currentLocation, nextLocation).length > 0,
  );
  const isBlocked = blocker.state === 'blocked';
  // a task later: the Escape that closes a drawer would close the dialog as well
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOpen, 0, isBlocked);
    return () => clearTimeout(timer);
  }, [isBlocked]);
  if (!isBlocked || !isOpen) return null;
  return (
    <Dialog title="Leave this page?" open onClose={blocker.reset}>
      {textsOfLosses(here, blocker.location).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="dialog__foot">
        <Button look="secondary" onClick={blocker.reset}>
          Stay
        </Button>
        <Button onClick={blocker.proceed}>Leave</Button>
      </div>
    </Dialog>
  );
}
