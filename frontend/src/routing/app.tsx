import { Route, Routes } from 'react-router-dom';
import { Frame } from './frame';
import { RequireSession } from './guards';
import { pages } from './pages';

export function App() {
  return (
    <Routes>
      <Route element={<Frame />}>
        {pages.map(({ path, access, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              access === 'public' ? (
                <Page />
              ) : (
                <RequireSession>
                  <Page />
                </RequireSession>
              )
            }
          />
        ))}
      </Route>
    </Routes>
  );
}
