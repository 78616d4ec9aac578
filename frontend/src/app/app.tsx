import { Route, Routes } from 'react-router-dom';
import { RequireSession } from './guards';
import { pages } from './pages';
import { Shell } from './shell/shell';

export function App() {
  return (
    <Routes>
      <Route element={<Shell />}>
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
