import { render } from 'preact'
import { LocationProvider, lazy, Route, Router } from 'preact-iso'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Frame } from './parts/frame.tsx'

const Tools = lazy(() => import('./pages/tools.tsx').then((page) => page.Tools))
const Tool = lazy(() => import('./pages/tool.tsx').then((page) => page.Tool))

function App() {
  return (
    <LocationProvider scope={/^\/(?!docs|api|metrics)/}>
      <Frame>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/tools" component={Tools} />
          <Route path="/tools/:slug" component={Tool} />
          <Route default component={NotFound} />
        </Router>
      </Frame>
    </LocationProvider>
  )
}

render(<App />, document.getElementById('app')!)
