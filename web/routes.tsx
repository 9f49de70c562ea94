import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { devices as deviceCalls } from '../router/model/home/devices/contract.ts'
import { setup } from '../router/model/home/setup/contract.ts'
import { wan } from '../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../router/model/machine/diagnostics/contract.ts'
import type { Details, Operation } from '../router/model/operation.ts'
import { queryClient } from './client/client.ts'
import { Failure } from './client/failure.ts'
import { query } from './client/query.ts'
import { callAs, clientSession } from './client/tab.ts'
import { lazyScreen } from './parts/navigation/lazyScreen.ts'
import { NotFoundScreen, PageFailed } from './shell/ScreenFailed.tsx'
import { Shell } from './shell/Shell.tsx'

// Screens after the frame: their styles come after its.

import { wantedCheckOf } from './screens/dns/blocklists/check/searchParams.ts'
import { wantedLogOf } from './screens/dns/querylog/searchParams.ts'
import { HomeScreen } from './screens/home/dashboard/HomeScreen.tsx'
import { wantedOf } from './screens/home/devices/list/searchParams.ts'
import { progress, type SetupStep, stepOf } from './screens/home/setup/progress.ts'
import { backOf, HOME_PATH } from './screens/machine/system/address.ts'
import { LoginScreen } from './screens/machine/system/LoginScreen.tsx'
import { wantedRuleOf } from './screens/messages/alerts/rule/searchParams.ts'
import { wantedAlertsOf } from './screens/messages/alerts/searchParams.ts'
import { wantedEventsOf } from './screens/messages/events/searchParams.ts'
import { viewOfSearch } from './screens/traffic/flows/searchParams.ts'
import { wantedHistoryOf } from './screens/traffic/usage/searchParams.ts'

/** Paths begin with `/admin` and `/auth`, since `/devices` and `/setup` themselves are calls of the router. */
const root = createRootRoute({ notFoundComponent: NotFoundScreen, errorComponent: PageFailed })

/** Requests what a screen shows first, while its files are loaded and it is rendered. Failures are shown by the screen. */
const prefetch = (...operations: readonly Operation<Details>[]): void => {
  for (const operation of operations) void queryClient.prefetchQuery(query(operation))
}

/** A screen without search parameters, which is loaded when it is opened. */
const page = <P extends AnyRoute, const Path extends string, M extends Record<string, unknown>>(
  parent: P,
  path: Path,
  fetch: () => Promise<M>,
  name: string & keyof M,
) => createRoute({ getParentRoute: () => parent, path, component: lazyScreen(fetch, name) })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: HOME_PATH, replace: true })
  },
})

/** Whether the router waits to be set up; undefined when it cannot be reached. */
const isUnset = (): Promise<boolean | undefined> =>
  callAs(undefined)(setup.state).then(
    () => true,
    (reason) => (reason instanceof Failure && reason.reason === 'refused' ? false : undefined),
  )

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: backOf,
  beforeLoad: async ({ search }) => {
    if (clientSession.current()) throw redirect({ href: search.back ?? HOME_PATH, replace: true })
    if (await isUnset()) throw redirect({ to: '/auth/setup', replace: true })
  },
  // What Home shows a moment later is one file (vite.config.ts): it is loaded while the user types the password.
  onEnter: () => void import('./screens/home/dashboard/Attention.tsx').catch(() => undefined),
  component: () => <LoginScreen />,
})

/** Where the router sends a page that called with a password alone while one-time codes are always on. */
const validate = createRoute({
  getParentRoute: () => root,
  path: '/auth/validate',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login', replace: true })
  },
})

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/auth/setup',
  validateSearch: ({ step }: Record<string, unknown>): { step?: SetupStep | undefined } => ({ step: stepOf(step) }),
  beforeLoad: async () => {
    if ((await isUnset()) !== false) return
    progress.forget()
    throw redirect({ to: '/auth/login', replace: true })
  },
  component: lazyScreen(() => import('./screens/home/setup/SetupScreen.tsx'), 'SetupScreen'),
})

const inside = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: ({ location }) => {
    if (!clientSession.current()) throw redirect({ to: '/auth/login', search: { back: location.href }, replace: true })
    const step = progress.current()
    if (step) throw redirect({ to: '/auth/setup', search: { step }, replace: true })
  },
  onEnter: () => {
    if (globalThis.Notification?.permission === 'granted')
      void import('./screens/messages/notify/renew.ts').then(({ renew }) => renew()).catch(() => undefined)
  },
  component: Shell,
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  loader: () => prefetch(wan.status, wan.outages),
  component: HomeScreen,
})

const devices = createRoute({
  getParentRoute: () => inside,
  path: '/devices',
  validateSearch: wantedOf,
  loader: () => prefetch(deviceCalls.list, diagnostics.arp),
  component: lazyScreen(() => import('./screens/home/devices/list/DevicesScreen.tsx'), 'DevicesScreen'),
})

const kindRule = createRoute({
  getParentRoute: () => inside,
  path: '/devices/kinds/rule',
  validateSearch: ({ rule, device }: Record<string, unknown>): { rule?: number; device?: string } => ({
    ...(typeof rule === 'number' && { rule }),
    ...(typeof device === 'string' && { device }),
  }),
  component: lazyScreen(() => import('./screens/home/kinds/KindRuleScreen.tsx'), 'KindRuleScreen'),
})

const device = page(
  inside,
  '/devices/$identity',
  () => import('./screens/home/devices/DeviceScreen.tsx'),
  'DeviceScreen',
)

const add = createRoute({
  getParentRoute: () => inside,
  path: '/add-device',
  validateSearch: ({ by }: Record<string, unknown>): { by?: 'vpn' | undefined } => (by === 'vpn' ? { by } : {}),
  component: lazyScreen(() => import('./screens/home/devices/add/AddScreen.tsx'), 'AddScreen'),
})

const logs = createRoute({
  getParentRoute: () => inside,
  path: '/logs',
  validateSearch: ({ view, words }: Record<string, unknown>): { view?: 'changes'; words?: string } => ({
    ...(view === 'changes' && { view }),
    // A number in the URL is parsed as one.
    ...(words !== undefined && { words: String(words) }),
  }),
  component: lazyScreen(() => import('./screens/machine/logs/LogsScreen.tsx'), 'LogsScreen'),
})

const alerts = page(inside, '/alerts', () => import('./screens/messages/alerts/AlertsScreen.tsx'), 'AlertsScreen')

const alertList = createRoute({
  getParentRoute: () => alerts,
  path: '/',
  validateSearch: wantedAlertsOf,
  component: lazyScreen(() => import('./screens/messages/alerts/AlertList.tsx'), 'AlertList'),
})

const alertEvents = createRoute({
  getParentRoute: () => alerts,
  path: '/events',
  validateSearch: wantedEventsOf,
  component: lazyScreen(() => import('./screens/messages/events/EventsScreen.tsx'), 'EventsScreen'),
})

const alertRule = createRoute({
  getParentRoute: () => inside,
  path: '/alerts/rule',
  validateSearch: wantedRuleOf,
  component: lazyScreen(() => import('./screens/messages/alerts/rule/AlertRuleScreen.tsx'), 'AlertRuleScreen'),
})

const scheduleEdit = createRoute({
  getParentRoute: () => inside,
  path: '/schedules/edit',
  validateSearch: ({ id, device }: Record<string, unknown>): { id?: string; device?: string } => ({
    ...(id !== undefined && { id: String(id) }),
    ...(typeof device === 'string' && { device }),
  }),
  component: lazyScreen(() => import('./screens/home/schedules/EditScreen.tsx'), 'EditScreen'),
})

const ruleEdit = createRoute({
  getParentRoute: () => inside,
  path: '/schedules/rules/edit',
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (id === undefined ? {} : { id: String(id) }),
  component: lazyScreen(() => import('./screens/firewall/rules/PfwRuleScreen.tsx'), 'PfwRuleScreen'),
})

const persona = createRoute({
  getParentRoute: () => inside,
  path: '/schedules/persona',
  validateSearch: ({ name }: Record<string, unknown>): { name?: string } =>
    name === undefined ? {} : { name: String(name) },
  component: lazyScreen(() => import('./screens/home/schedules/PersonaScreen.tsx'), 'PersonaScreen'),
})

const firewall = page(inside, '/firewall', () => import('./screens/firewall/FirewallScreen.tsx'), 'FirewallScreen')

const firewallRule = createRoute({
  getParentRoute: () => inside,
  path: '/firewall/$kind',
  validateSearch: ({ rule }: Record<string, unknown>): { rule?: string } =>
    rule === undefined ? {} : { rule: String(rule) },
  component: lazyScreen(() => import('./screens/firewall/config/FirewallRuleScreen.tsx'), 'FirewallRuleScreen'),
})

const dns = page(inside, '/dns', () => import('./screens/dns/DnsScreen.tsx'), 'DnsScreen')

const addPlugin = createRoute({
  getParentRoute: () => inside,
  path: '/add-plugin',
  validateSearch: ({ url }: Record<string, unknown>): { url?: string | undefined } =>
    typeof url === 'string' ? { url } : {},
  component: lazyScreen(() => import('./screens/plugins/installed/InstallScreen.tsx'), 'InstallScreen'),
})

const system = page(inside, '/system', () => import('./screens/machine/system/SystemScreen.tsx'), 'SystemScreen')

const notificationTarget = createRoute({
  getParentRoute: () => inside,
  path: '/system/notifications/target',
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } =>
    id === undefined ? {} : { id: String(id) },
  component: lazyScreen(() => import('./screens/messages/notify/TargetScreen.tsx'), 'TargetScreen'),
})

const automation = createRoute({
  getParentRoute: () => inside,
  path: '/system/automations/script',
  validateSearch: ({ name }: Record<string, unknown>): { name?: string | undefined } =>
    name === undefined ? {} : { name: String(name) },
  component: lazyScreen(() => import('./screens/messages/automations/AutomationScreen.tsx'), 'AutomationScreen'),
})

const dnsLogging = createRoute({
  getParentRoute: () => dns,
  path: '/log',
  validateSearch: wantedLogOf,
  component: lazyScreen(() => import('./screens/dns/querylog/LogScreen.tsx'), 'LogScreen'),
})

const vpnTunnel = createRoute({
  getParentRoute: () => inside,
  path: '/vpn/tunnel',
  validateSearch: ({ name }: Record<string, unknown>): { name?: string | undefined } =>
    name === undefined ? {} : { name: String(name) },
  component: lazyScreen(() => import('./screens/vpn/tunnels/TunnelScreen.tsx'), 'TunnelScreen'),
})

const vpnExit = createRoute({
  getParentRoute: () => inside,
  path: '/vpn/exit',
  validateSearch: ({
    name,
    device,
    tunnel,
  }: Record<string, unknown>): {
    name?: string | undefined
    device?: string | undefined
    tunnel?: string | undefined
  } => ({
    ...(name !== undefined && { name: String(name) }),
    ...(typeof device === 'string' && { device }),
    ...(tunnel !== undefined && { tunnel: String(tunnel) }),
  }),
  component: lazyScreen(() => import('./screens/vpn/tunnels/ExitScreen.tsx'), 'ExitScreen'),
})

const vpnSite = createRoute({
  getParentRoute: () => inside,
  path: '/vpn/site',
  validateSearch: ({ name }: Record<string, unknown>): { name?: string | undefined } =>
    name === undefined ? {} : { name: String(name) },
  component: lazyScreen(() => import('./screens/vpn/sites/SiteScreen.tsx'), 'SiteScreen'),
})

const traffic = createRoute({
  getParentRoute: () => inside,
  path: '/traffic',
  validateSearch: viewOfSearch,
  component: lazyScreen(() => import('./screens/traffic/flows/TrafficScreen.tsx'), 'TrafficScreen'),
})

const trafficHistory = createRoute({
  getParentRoute: () => inside,
  path: '/traffic/history',
  validateSearch: wantedHistoryOf,
  component: lazyScreen(() => import('./screens/traffic/usage/HistoryScreen.tsx'), 'HistoryScreen'),
})

const trafficOfOne = createRoute({
  getParentRoute: () => inside,
  path: '/traffic/$identity',
  validateSearch: viewOfSearch,
  component: lazyScreen(() => import('./screens/traffic/flows/OneScreen.tsx'), 'OneScreen'),
})

const map = createRoute({
  getParentRoute: () => inside,
  path: '/map',
  validateSearch: ({
    by,
    device,
  }: Record<string, unknown>): { by?: 'link' | undefined; device?: string | undefined } => ({
    ...(by === 'link' && { by }),
    ...(typeof device === 'string' && { device }),
  }),
  component: lazyScreen(() => import('./screens/home/map/MapScreen.tsx'), 'MapScreen'),
})

const dnsCheck = createRoute({
  getParentRoute: () => dns,
  path: '/check',
  validateSearch: wantedCheckOf,
  component: lazyScreen(() => import('./screens/dns/blocklists/check/CheckScreen.tsx'), 'CheckScreen'),
})

const tree = root.addChildren([
  index,
  login,
  validate,
  firstRun,
  page(root, '/auth/guest', () => import('./screens/home/guests/GuestPage.tsx'), 'GuestPage'),
  inside.addChildren([
    dns.addChildren([
      page(dns, '/', () => import('./screens/dns/blocklists/ListsScreen.tsx'), 'ListsScreen'),
      page(dns, '/apps', () => import('./screens/dns/blocklists/apps/AppsScreen.tsx'), 'AppsScreen'),
      page(dns, '/rules', () => import('./screens/dns/blocklists/rules/DnsRulesScreen.tsx'), 'DnsRulesScreen'),
      dnsLogging,
      page(dns, '/top', () => import('./screens/dns/querylog/top/TopScreen.tsx'), 'TopScreen'),
      dnsCheck,
      page(dns, '/names', () => import('./screens/dns/names/NamesScreen.tsx'), 'NamesScreen'),
      page(dns, '/settings', () => import('./screens/dns/resolvers/SettingsScreen.tsx'), 'SettingsScreen'),
    ]),
    home,
    page(inside, '/links', () => import('./screens/internet/links/LinksScreen.tsx'), 'LinksScreen'),
    page(inside, '/links/$name', () => import('./screens/internet/links/LinkScreen.tsx'), 'LinkScreen'),
    page(inside, '/wifi', () => import('./screens/wifi/WifiScreen.tsx'), 'WifiScreen'),
    page(inside, '/wifi/$name', () => import('./screens/wifi/radios/RadioScreen.tsx'), 'RadioScreen'),
    page(inside, '/vpn', () => import('./screens/vpn/VpnScreen.tsx'), 'VpnScreen'),
    vpnTunnel,
    vpnExit,
    vpnSite,
    traffic,
    trafficHistory,
    trafficOfOne,
    devices,
    page(inside, '/devices/kinds', () => import('./screens/home/kinds/KindRulesScreen.tsx'), 'KindRulesScreen'),
    kindRule,
    device.addChildren([
      page(device, '/', () => import('./screens/home/devices/overview/Overview.tsx'), 'Overview'),
      page(device, '/reach', () => import('./screens/home/devices/reach/ReachTab.tsx'), 'ReachTab'),
      page(device, '/names', () => import('./screens/home/devices/names/NamesTab.tsx'), 'NamesTab'),
      page(device, '/traffic', () => import('./screens/home/devices/traffic/TrafficTab.tsx'), 'TrafficTab'),
      page(device, '/refused', () => import('./screens/firewall/refused/RefusedScreen.tsx'), 'RefusedTab'),
      page(device, '/history', () => import('./screens/home/devices/history/HistoryTab.tsx'), 'HistoryTab'),
    ]),
    add,
    page(inside, '/groups', () => import('./screens/home/groups/GroupsScreen.tsx'), 'GroupsScreen'),
    map,
    page(inside, '/schedules', () => import('./screens/home/schedules/SchedulesScreen.tsx'), 'SchedulesScreen'),
    scheduleEdit,
    page(inside, '/schedules/rules', () => import('./screens/firewall/rules/PfwRulesScreen.tsx'), 'PfwRulesScreen'),
    ruleEdit,
    persona,
    firewall.addChildren([
      page(firewall, '/', () => import('./screens/firewall/config/FirewallRulesScreen.tsx'), 'FirewallRulesScreen'),
      page(firewall, '/refused', () => import('./screens/firewall/refused/RefusedScreen.tsx'), 'RefusedScreen'),
      page(firewall, '/drops', () => import('./screens/firewall/refused/packets/DropsScreen.tsx'), 'DropsScreen'),
    ]),
    firewallRule,
    page(inside, '/plugins', () => import('./screens/plugins/installed/PluginsScreen.tsx'), 'PluginsScreen'),
    page(inside, '/plugins/$name', () => import('./screens/plugins/installed/PluginScreen.tsx'), 'PluginScreen'),
    addPlugin,
    // The address that existing clients use for the pages of a plugin.
    page(inside, '/custom_plugin/$', () => import('./screens/plugins/installed/PagesScreen.tsx'), 'PagesScreen'),
    logs,
    alerts.addChildren([
      alertList,
      alertEvents,
      page(alerts, '/rules', () => import('./screens/messages/alerts/rules/AlertRulesScreen.tsx'), 'AlertRulesScreen'),
    ]),
    alertRule,
    system.addChildren([
      page(system, '/', () => import('./screens/machine/system/MachineScreen.tsx'), 'MachineScreen'),
      page(system, '/health', () => import('./screens/machine/health/HealthScreen.tsx'), 'HealthScreen'),
      page(system, '/access', () => import('./screens/access/AccessScreen.tsx'), 'AccessScreen'),
      page(system, '/users', () => import('./screens/access/users/UsersScreen.tsx'), 'UsersScreen'),
      page(system, '/backup', () => import('./screens/machine/backup/BackupScreen.tsx'), 'BackupScreen'),
      page(system, '/certificate', () => import('./screens/machine/tls/CertificateScreen.tsx'), 'CertificateScreen'),
      page(system, '/speed', () => import('./screens/internet/speedtest/SpeedScreen.tsx'), 'SpeedScreen'),
      page(system, '/diagnosis', () => import('./screens/machine/diagnostics/DiagnosisScreen.tsx'), 'DiagnosisScreen'),
      page(
        system,
        '/notifications',
        () => import('./screens/messages/notify/NotificationsScreen.tsx'),
        'NotificationsScreen',
      ),
      page(
        system,
        '/integrations',
        () => import('./screens/messages/integrations/IntegrationsScreen.tsx'),
        'IntegrationsScreen',
      ),
      page(
        system,
        '/automations',
        () => import('./screens/messages/automations/AutomationsScreen.tsx'),
        'AutomationsScreen',
      ),
    ]),
    page(inside, '/account', () => import('./screens/access/users/AccountScreen.tsx'), 'AccountScreen'),
    notificationTarget,
    automation,
  ]),
])

/** The router of the pages of the app, at the address of this page. */
export const openPageRouter = () =>
  createRouter({
    routeTree: tree,
    // Keeps the colons of a MAC address readable in the address bar.
    pathParamsAllowedCharacters: [':'],
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openPageRouter>
  }
}
