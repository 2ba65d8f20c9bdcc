import { type ComponentType, render } from 'preact'
import { LocationProvider, lazy, Route, Router } from 'preact-iso'
import { busy } from './busy.ts'
import { goToContent } from './content.ts'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Unloaded } from './pages/unloaded.tsx'
import { Frame } from './parts/frame.tsx'
import { keepPlaces } from './places.ts'

/** A page that cannot be loaded, offline or after an upgrade, says so instead of leaving the old one under its address. */
const pageOf = (load: () => Promise<ComponentType>) => lazy(() => busy(load()).catch(() => Unloaded))

const Tools = pageOf(() => import('./pages/tools.tsx').then((page) => page.Tools))
const Tool = pageOf(() => import('./pages/tool.tsx').then((page) => page.Tool))
const Compare = pageOf(() => import('./pages/compare.tsx').then((page) => page.Compare))
const Models = pageOf(() => import('./pages/models.tsx').then((page) => page.Models))
const Leaderboards = pageOf(() => import('./pages/leaderboards.tsx').then((page) => page.Leaderboards))
const Missions = pageOf(() => import('./pages/missions.tsx').then((page) => page.Missions))
const Challenges = pageOf(() => import('./pages/challenges.tsx').then((page) => page.Challenges))
const Agents = pageOf(() => import('./pages/agents.tsx').then((page) => page.Agents))
const AgentPage = pageOf(() => import('./pages/agent.tsx').then((page) => page.AgentPage))
const Verify = pageOf(() => import('./pages/verify.tsx').then((page) => page.Verify))
const Guide = pageOf(() => import('./pages/guide.tsx').then((page) => page.Guide))
const Operator = pageOf(() => import('./pages/operator.tsx').then((page) => page.Operator))

// The reference and the API are served by the service itself, not by these pages.
const ours = /^\/(?!docs|api|metrics)/

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
          <Route path="/agents/:id" component={AgentPage} />
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
