import { createContext } from 'react';

/** What the cells of a list can do with it. */
export interface ListCells {
  /** Opens the row's drawer. */
  open: (id: string) => void;
}

export const ListContext = createContext<ListCells>({
  open: () => {
    throw new Error('A row can only be opened within a list');
  },
});
