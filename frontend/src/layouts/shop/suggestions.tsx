import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/api';
import type { SuggestionsDto as Suggested } from '../../api/generated';
import type { useApiDispatch } from '../../api/runtime';
import { kindPath } from '../../features/products/kind-name';
import { ProductImage } from '../../features/products/product-image';
import { money } from '../../lib/format';
import { searchText } from '../../lib/limits';
import type { ListState } from './search-box';
import './suggestions.css';

const PAUSE_MS = 120;
const LEAST_LETTERS = 2;
/** So long Enter waits to hear whether what was typed is the number of a part. */
const EXACT_MS = 400;

const NONE: Suggested = { parts: [], kinds: [] };

const wordsOf = (text: string): string => searchText(text.trim()) ?? '';

/** Where a search leads: to the part whose number was typed, where that is known soon enough, else to the list. */
export async function pathOf(dispatch: ReturnType<typeof useApiDispatch>, text: string): Promise<string> {
  const q = wordsOf(text);
  if (q.length < LEAST_LETTERS) return q ? `/parts?${new URLSearchParams({ q })}` : '/parts';
  // what was asked for while typing is there already
  const asked = dispatch(api.endpoints.suggestItems.initiate({ q }, { subscribe: false }));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, EXACT_MS));
  const id = (await Promise.race([asked, late]))?.data?.exactId;
  return id ? `/parts/${id}` : `/parts?${new URLSearchParams({ q })}`;
}

interface Row {
  id: string;
  to: string;
}

/** What is typed, once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface SuggestionsProps {
  /** The combobox, whose list this is. */
  input: HTMLInputElement;
  /** Takes what the combobox says about the list. */
  onList: (list: ListState) => void;
}

/**
 * The list of the search box: the combobox pattern of WAI-ARIA with list autocomplete and manual selection. The box keeps the
 * focus, and nothing is chosen until an arrow key or a pointer does.
 */
export default function Suggestions({ input, onList }: SuggestionsProps) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState(input.value);
  // also for what was typed while this code was on its way
  const [isWanted, setWanted] = useState(input.value !== input.defaultValue);
  const [activeId, setActiveId] = useState<string>();

  const q = wordsOf(usePaused(text));
  const isAsked = isWanted && q.length >= LEAST_LETTERS && wordsOf(text).length >= LEAST_LETTERS;
  // of the last words that there is a response to; those of earlier words that come late are ignored
  const { data, isError } = api.useSuggestItemsQuery({ q }, { skip: !isAsked });
  const { parts, kinds, corrected } = (isAsked && !isError && data) || NONE;
  const partRows = parts.map((part): Row & typeof part => ({
    ...part,
    id: `${id}${part._id}`,
    to: `/parts/${part._id}`,
  }));
  const kindRows = kinds.map((kind): Row & typeof kind => ({
    ...kind,
    id: `${id}${kind.slug}`,
    to: kindPath(kind.slug),
  }));
  const rows: Row[] = [...partRows, ...kindRows];
  const isOpen = rows.length > 0;
  const active = rows.find((row) => row.id === activeId);
  const shownId = active?.id;

  const close = () => {
    setWanted(false);
    setActiveId(undefined);
  };
  const open = ({ to }: Row) => {
    close();
    void navigate(to);
  };

  useEffect(() => onList({ isOpen, activeId: shownId }), [onList, isOpen, shownId]);
  useEffect(() => {
    if (shownId) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);

  useEffect(() => {
    const onInput = () => {
      setText(input.value);
      setWanted(true);
      setActiveId(undefined);
    };
    const move = (step: 1 | -1) => {
      const at = rows.findIndex((row) => row.id === activeId);
      // from the box to either end, and from there back to the box
      const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
      setActiveId(rows[next]?.id);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const { key, altKey } = event;
      if (key === 'Escape' && (isOpen || input.value)) {
        event.preventDefault();
        if (isOpen) return close();
        input.value = '';
        setText('');
      } else if (key === 'ArrowDown' || (key === 'ArrowUp' && isOpen)) {
        event.preventDefault();
        if (!isOpen) return onInput();
        if (altKey) return key === 'ArrowUp' ? close() : undefined;
        move(key === 'ArrowDown' ? 1 : -1);
      } else if (key === 'Enter') {
        if (active) {
          event.preventDefault();
          open(active);
        } else close();
      } else if (key === 'Home' || key === 'End' || key === 'ArrowLeft' || key === 'ArrowRight')
        setActiveId(undefined);
    };
    input.addEventListener('input', onInput);
    input.addEventListener('keydown', onKeyDown);
    input.addEventListener('blur', close);
    return () => {
      input.removeEventListener('input', onInput);
      input.removeEventListener('keydown', onKeyDown);
      input.removeEventListener('blur', close);
    };
  });

  const option = (row: Row) =>
    ({
      id: row.id,
      role: 'option',
      'aria-selected': row.id === shownId,
      className: 'suggest__option',
      // the box keeps the focus
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => open(row),
    }) as const;

  return (
    <>
      <p role="status" className="visually-hidden">
        {isAsked && data && (rows.length === 1 ? '1 suggestion' : `${rows.length || 'No'} suggestions`)}
      </p>
      {isOpen && (
        <div className="suggest" id="find-list" role="listbox" aria-label="Suggestions">
          {partRows.length > 0 && (
            <div role="group" aria-labelledby={`${id}p`}>
              <p id={`${id}p`} className="suggest__title">
                {corrected ? `Parts for ${corrected}` : 'Parts'}
              </p>
              {partRows.map((row) => (
                <div key={row.id} {...option(row)}>
                  <ProductImage src={row.img} alt="" sizes="3rem" className="suggest__image" />
                  <span className="suggest__name">
                    {row.name}
                    <span className="suggest__about">
                      {[row.number, row.kindLabel].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className="num">{money(row.price)}</span>
                </div>
              ))}
            </div>
          )}
          {kindRows.length > 0 && (
            <div role="group" aria-labelledby={`${id}k`}>
              <p id={`${id}k`} className="suggest__title">
                Kinds
              </p>
              {kindRows.map((row) => (
                <div key={row.id} {...option(row)}>
                  <span className="suggest__name">{row.label}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
