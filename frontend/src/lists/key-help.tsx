import { useState } from 'react';
import { AdminDialog } from '../ui-admin/admin-dialog';
import { Button } from '../ui/button';
import { areKeysOn, switchKeys } from './use-row-keys';

const KEYS: [keys: string[], what: string][] = [
  [['/'], 'Search'],
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Row before'],
  [['Home', 'End'], 'First and last row'],
  [['Enter'], 'Open the row'],
  [['x', 'Space'], 'Select the row, where rows can be selected'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This help'],
];

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(areKeysOn);
  return (
    <AdminDialog
      open={open}
      onClose={onClose}
      title="Keys of this list"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="key-help">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="panel__choice">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
        />
        Letters and signs are shortcuts in this browser
      </label>
    </AdminDialog>
  );
}
