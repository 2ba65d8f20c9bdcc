import { render } from 'preact'
import { LocationProvider, lazy, Route, Router } from 'preact-iso'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Frame } from './parts/frame.tsx'
import { keepPlaces } from './places.ts'

const Tools = lazy(() => import('./pages/tools.tsx').then((page) => page.Tools))
const Tool = lazy(() => import('./pages/tool.tsx').then((page) => page.Tool))
const Compare = lazy(() => import('./pages/compare.tsx').then((page) => page.Compare))
const Models = lazy(() => import('./pages/models.tsx').then((page) => page.Models))
const Leaderboards = lazy(() => import('./pages/leaderboards.tsx').then((page) => page.Leaderboards))
const Missions = lazy(() => import('./pages/missions.tsx').then((page) => page.Missions))
const Challenges = lazy(() => import('./pages/challenges.tsx').then((page) => page.Challenges))
const Agents = lazy(() => import('./pages/agents.tsx').then((page) => page.Agents))
const AgentPage = lazy(() => import('./pages/agent.tsx').then((page) => page.AgentPage))
const Verify = lazy(() => import('./pages/verify.tsx').then((page) => page.Verify))
const Guide = lazy(() => import('./pages/guide.tsx').then((page) => page.Guide))
const Operator = lazy(() => import('./pages/operator.tsx').then((page) => page.Operator))

// The reference and the API are served by the service itself, not by these pages.
const ours = /^\/(?!docs|api|metrics)/

/** After following a link, keyboard and screen reader users continue at the new page, not at the old link. */
const goToContent = () => document.getElementById('content')?.focus({ preventScroll: true })

function App() {
  return (
    <LocationProvider scope={ours}>
      <Frame>
        <Router onRouteChange={goToContent}>
          <Route path="/" component={Home} />
          <Route path="/tools" component={Tools} />
          <Route path="/tools/:slug" component={Tool} />
          <Route path="/compare" component={Compare} />
          <Route path="/models" component={Models} />
          <Route path="/leaderboards" component={Leaderboards} />
          <Route path="/missions" component={Missions} />
          <Route path="/challenges" component={Challenges} />
          <Route path="/agents" component={Agents} />
          <Route path="/agents/:who" component={AgentPage} />
          <Route path="/verify" component={Verify} />
          <Route path="/guide/:topic?" component={Guide} />
          <Route path="/operator" component={Operator} />
          <Route default component={NotFound} />
        </Router>
      </Frame>
    </LocationProvider>
  )
}

keepPlaces()
const root = document.getElementById('app')
if (root) render(<App />, root)
