// Runs in a sandboxed frame of the admin app, which sends the session.
const $ = (id) => document.getElementById(id)
const REFRESH_MS = 5000
const STATES = {
  NoState: 'Starting…',
  NeedsLogin: 'Not logged in.',
  NeedsMachineAuth: 'Waiting for an administrator of the tailnet to approve this node.',
  Starting: 'Connecting…',
  Stopped: 'Stopped.',
}
let session
let isEdited = false

async function call(method, path, body) {
  const response = await fetch(`/plugins/${session.pluginURI}${path}`, {
    method,
    headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  // The session has expired: the app sends another one.
  if (response.status === 401) parent.postMessage({ type: 'plugin-ui:renew' }, '*')
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.Error ?? `The router answered with status ${response.status}.`)
  return answer
}

/** Shows the error of `work`, or none. */
async function attempt(work) {
  try {
    await work()
    $('error').hidden = true
  } catch (error) {
    $('error').textContent = error.message
    $('error').hidden = false
  }
}

const cell = (content) => {
  const element = document.createElement('td')
  element.append(content)
  return element
}
const row = (...contents) => {
  const element = document.createElement('tr')
  element.append(...contents.map(cell))
  return element
}
const item = (text) => Object.assign(document.createElement('li'), { textContent: text })

function show(state) {
  const isRunning = state.State === 'Running'
  const needsLogin = ['NeedsLogin', 'Stopped'].includes(state.State)
  const place = state.ControlURL.replace(/^https?:\/\//, '')
  $('state').textContent = isRunning
    ? `Connected to ${state.Tailnet || 'the tailnet'} as ${state.Hostname} (${state.Addresses.join(', ')}), control server ${place}.`
    : (STATES[state.State] ?? state.State)
  $('problems').replaceChildren(...state.Problems.map(item))
  $('problems').hidden = state.Problems.length === 0
  $('login').hidden = !needsLogin || state.AuthURL !== ''
  $('authorize').hidden = state.AuthURL === ''
  $('url').value = state.AuthURL
  $('reach').hidden = !isRunning
  $('members').hidden = !isRunning
  $('logout').hidden = needsLogin && state.AuthURL === ''
  showRoutes(state.Routes)
  $('peers').tBodies[0].replaceChildren(
    ...state.Peers.map(({ Name, Addresses, Online, Connection }) =>
      row(Name, Addresses[0] ?? '', Online ? 'online' : 'offline', Connection || '–'),
    ),
  )
  $('peers').hidden = state.Peers.length === 0
  $('alone').hidden = state.Peers.length > 0
}

let offered = []
function showRoutes(routes) {
  offered = routes.map(({ Route }) => Route)
  // What the owner is writing is not replaced.
  if (!isEdited) $('routes').elements.Routes.value = offered.join('\n')
  $('approvals').replaceChildren(
    ...routes.map(({ Route, Approved }) =>
      item(
        `${Route}: ${Approved ? 'permitted in the tailnet' : 'not yet permitted: approve the route in the tailnet'}`,
      ),
    ),
  )
}

function showHousehold({ Devices, Problem }) {
  $('hint').textContent = Problem
  $('hint').hidden = Problem === ''
  $('devices').hidden = Devices.length === 0
  $('devices').tBodies[0].replaceChildren(
    ...Devices.map(({ Name, IP, Reachable, Reason }) =>
      row(Name, IP, offerBox(Name, `${IP}/32`), `${Reachable ? 'permitted' : 'refused'}: ${Reason}`),
    ),
  )
}

/** Offers one device alone. Ranges that contain it are shown in the list above. */
function offerBox(name, route) {
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: offered.includes(route) })
  box.setAttribute('aria-label', `Offer ${name}`)
  box.addEventListener('change', () => save(box.checked ? [...offered, route] : offered.filter((one) => one !== route)))
  return box
}

const save = (Routes) =>
  attempt(async () => {
    const state = await call('PUT', '/routes', { Routes })
    isEdited = false
    show(state)
    await refreshHousehold()
  })

async function refreshHousehold() {
  if (!$('reach').hidden) showHousehold(await call('GET', '/household'))
}

$('login').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  void attempt(async () => {
    const state = await call('PUT', '/login', Object.fromEntries(new FormData(form)))
    form.elements.AuthKey.value = ''
    show(state)
  })
})
$('routes').addEventListener('input', () => {
  isEdited = true
})
$('routes').addEventListener('submit', (event) => {
  event.preventDefault()
  void save(
    $('routes')
      .elements.Routes.value.split(/[\s,]+/)
      .filter(Boolean),
  )
})
$('url').addEventListener('focus', ({ target }) => target.select())
$('logout').addEventListener('click', () => {
  if (confirm('Log out? The tailnet no longer reaches the household, and the keys of this node are deleted.'))
    void attempt(async () => show(await call('PUT', '/logout')))
})

/** Errors of changes stay until the next change. */
async function refresh() {
  try {
    const wasHidden = $('reach').hidden
    show(await call('GET', '/state'))
    if (wasHidden) await refreshHousehold()
  } catch (error) {
    $('state').textContent = error.message
  }
  setTimeout(refresh, REFRESH_MS)
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.type !== 'plugin-ui:session') return
  const isFirst = session === undefined
  session = data
  document.documentElement.style.colorScheme = data.colorScheme
  if (isFirst) void refresh()
})
parent.postMessage({ type: 'plugin-ui:ready' }, '*')
