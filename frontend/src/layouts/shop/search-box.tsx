import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApiDispatch } from '../../api/runtime';
import { Lens } from '../../ui/lens';

const load = () => import('./suggestions');
type Suggestions = Awaited<ReturnType<typeof load>>['default'];

/** What the box says about its list. */
export interface ListState {
  isOpen: boolean;
  /** The option that the arrow keys have led to. */
  activeId?: string;
}

interface Place {
  pathname: string;
  search: string;
}

/** The words of the list that is shown. */
const wordsOf = ({ pathname, search }: Place): string =>
  (pathname === '/parts' && new URLSearchParams(search).get('q')) || '';

/** The search of every page: a form that works before the page's script does. Suggestions are fetched when the box is entered. */
export function SearchBox() {
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useApiDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState<{ Suggestions: Suggestions; input: HTMLInputElement }>();
  const [{ isOpen, activeId }, setList] = useState<ListState>({ isOpen: false });
  useEffect(() => {
    if (input.current) input.current.value = wordsOf(location);
  }, [location]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    void load().then(
      ({ pathOf }) => pathOf(dispatch, input.current?.value ?? '').then(navigate),
      () => form.submit(),
    );
  };

  return (
    <search className="find">
      <form className="wrap find__form" action="/parts" onSubmit={onSubmit}>
        <input
          ref={input}
          className="find__input"
          name="q"
          role="combobox"
          aria-label="Find parts"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls="find-list"
          aria-activedescendant={activeId}
          placeholder="Find parts or part numbers"
          defaultValue={wordsOf(location)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onFocus={({ currentTarget }) =>
            void load().then(
              (module) => setEntered({ Suggestions: module.default, input: currentTarget }),
              () => undefined,
            )
          }
        />
        <button type="submit" formMethod="get" className="find__go" aria-label="Find">
          <Lens />
        </button>
        {entered && <entered.Suggestions input={entered.input} onList={setList} />}
      </form>
    </search>
  );
}
