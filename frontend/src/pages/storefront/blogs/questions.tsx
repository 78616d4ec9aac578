import type { AccordionItem } from '../../../ui/accordion';

/** The five topics of the specification, answered by the team that builds this shop. */
export const QUESTIONS: AccordionItem[] = [
  {
    id: 'performance',
    title: 'How do you improve the performance of a React application?',
    body: (
      <>
        <p>
          Measure first. The profiler of the developer tools names the components that render too often or too
          long, and the network panel shows what the first page really costs. Most slow pages download too
          much before they do anything at all.
        </p>
        <p>
          Then send less: split code by route, load heavy libraries when they are needed, size pictures for
          the screen they are shown on. Keep state close to where it is used, so that a keystroke re-renders a
          field and not a page, and show long lists a page at a time. Memoise a component or a value only
          where a measurement says that it pays.
        </p>
      </>
    ),
  },
  {
    id: 'state',
    title: 'What are the ways to manage state in React?',
    body: (
      <>
        <p>
          Start with the smallest: <code>useState</code> or <code>useReducer</code> inside one component,
          lifted to the nearest common parent when two need it. Context hands slow-changing values, such as
          the theme or the person signed in, to a whole tree without passing them through every level.
        </p>
        <p>
          Data that belongs to a server is another matter: it is a cache, with loading, staleness and errors,
          and a library such as RTK Query or TanStack Query handles it better than hand-written effects. What
          should survive a reload or be shared as a link belongs in the URL. A global store remains for the
          little that is left.
        </p>
      </>
    ),
  },
  {
    id: 'prototypes',
    title: 'How does prototypal inheritance work?',
    body: (
      <>
        <p>
          Every JavaScript object has a link to another object, its prototype. When a property is read and the
          object has none of that name, the search goes on in the prototype, then in the prototype&apos;s own,
          until it is found or the chain ends at <code>null</code>. Writing always happens on the object
          itself.
        </p>
        <p>
          Objects share behaviour this way without copying it: every array finds <code>map</code> on{' '}
          <code>Array.prototype</code>. <code>Object.create</code> makes an object with a prototype of your
          choice, and <code>class</code> is a clear way to write the same thing: <code>extends</code> links
          one prototype to another.
        </p>
      </>
    ),
  },
  {
    id: 'set-state',
    title: 'Why not set the state directly?',
    body: (
      <>
        <p>
          React decides what to render again by comparing references. Changing an array or an object in place
          leaves the reference as it was, so nothing seems to have changed and the screen keeps showing what
          is no longer true, until some other update makes it right by accident.
        </p>
        <p>
          A setter also queues the update, so that several of them become one render, and keeps earlier values
          intact for whoever still uses them: a memoised child, an undo list, a transition under way. So make
          a new value, <code>setItems([...items, item])</code>, and let React take it from there.
        </p>
      </>
    ),
  },
  {
    id: 'unit-tests',
    title: 'What is a unit test, and why write them?',
    body: (
      <>
        <p>
          A unit test runs one small piece of a program, usually a function, with given input and checks what
          comes out. It needs no browser, network or database, so thousands of them run in seconds, and a
          failing one points at the line that broke.
        </p>
        <p>
          They pay best for rules: in this shop, whether an order is within its limits or which state may
          follow which. Written as tables of cases they also say what the rule is, better than a comment that
          nothing checks. They do not replace tests of the whole; a few journeys through a real browser show
          that the pieces fit.
        </p>
      </>
    ),
  },
];
