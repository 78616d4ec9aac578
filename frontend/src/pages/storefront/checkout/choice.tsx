import type { ReactNode } from 'react';

interface ChoiceProps {
  /** Of the group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** One of several, with all that there is to know about it. */
export const Choice = ({ name, value, checked, onChoose, children }: ChoiceProps) => (
  <label className="choice">
    <input type="radio" name={name} value={value} checked={checked} onChange={() => onChoose(value)} />
    {children}
  </label>
);
