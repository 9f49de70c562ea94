/** Scripts to start from, with the scopes that they need. */
export const EXAMPLES = {
  empty: {
    scopes: [],
    source: `on('device:unknown', (event) => {
  console.log(event)
})
`,
  },
  offline: {
    scopes: [],
    source: `// Devices with the tag always-online are watched.
on('device:offline', (event) => {
  notify(event.Name + ' is offline', 'Last seen ' + event.LastSeen)
})

on('device:online', (event) => {
  notify(event.Name + ' is online again')
})
`,
  },
  evening: {
    scopes: ['/devices:r', '/device'],
    source: `const name = 'tablet'

async function setInternet(isOn: boolean) {
  const devices = await api.devices.list()
  const device = Object.values(devices).find((one) => one.Name === name)
  if (!device) throw new Error('There is no device ' + name)
  const others = device.Policies.filter((policy) => policy !== 'wan')
  await api.devices.update({
    query: { identity: device.MAC },
    body: { Policies: isOn ? [...others, 'wan'] : others },
  })
}

at('21:00', () => setInternet(false))
at('07:00', () => setInternet(true))
`,
  },
  joined: {
    scopes: ['/devices:r', '/device'],
    source: `const phone = 'phone'
const server = 'camera'

// When the phone joins the wifi, the camera may use the internet for as long as it is connected.
async function setInternet(isOn: boolean) {
  const devices = Object.values(await api.devices.list())
  const device = devices.find((one) => one.Name === server)
  if (!device) throw new Error('There is no device ' + server)
  const others = device.Policies.filter((policy) => policy !== 'wan')
  await api.devices.update({
    query: { identity: device.MAC },
    body: { Policies: isOn ? [...others, 'wan'] : others },
  })
}

async function isPhone(mac: string) {
  const devices = await api.devices.list()
  return devices[mac]?.Name === phone
}

on('wifi:auth:success', async (event) => {
  if (await isPhone(event.MAC)) await setInternet(true)
})

on('wifi:station:disconnect', async (event) => {
  if (await isPhone(event.MAC)) await setInternet(false)
})
`,
  },
  guessing: {
    scopes: [],
    source: `on('wifi:auth:fail', (event) => {
  const count = (memory[event.MAC] ?? 0) + 1
  memory[event.MAC] = count
  if (count === 3) notify('Three wrong passphrases', event.MAC + ': ' + event.Reason)
})

// Start counting again each hour.
every(60, () => {
  for (const mac of Object.keys(memory)) delete memory[mac]
})
`,
  },
} as const satisfies Record<string, { scopes: readonly string[]; source: string }>

export type ExampleName = keyof typeof EXAMPLES
