/** Texts of the VPN screen, and of VPN where devices are added and on a device's page. */
export const vpnTexts = {
  title: 'VPN',
  hint: 'Reach your home from elsewhere, and send traffic through tunnels, with WireGuard.',
  failed: 'The VPN could not be loaded',
  add: 'Add device',

  peers: {
    title: 'Devices',
    hint: (all: number, online: number) =>
      all === 1 ? `1 device, ${online === 1 ? 'online' : 'offline'}` : `${all} devices, ${online} online`,
    empty: 'No devices yet',
    emptyHint: 'Add a phone or a laptop to use your home network when you are away.',
    more: (count: number) => `Show all ${count}`,
    traffic: (received: string, sent: string) => `Since the server was started: ${received} received, ${sent} sent`,
    none: 'No access yet',
  },
  states: {
    online: 'Online',
    offline: 'Offline',
    never: 'Not connected yet',
    disabled: 'Disabled',
    off: 'Server off',
  },
  handshake: (when: string) => `last handshake ${when}`,

  server: {
    title: 'Server',
    on: 'Accept connections',
    onHint: (port: number) => `Open to the internet and your home on UDP port ${port}.`,
    offHint: 'No device can connect. Keys and devices are kept.',
    unusedHint: 'Starts when you add the first device.',
    offTitle: 'Turn off the VPN?',
    offText: (online: number) =>
      online === 0
        ? 'No device can connect until you turn it on again. Keys and devices are kept.'
        : `${online === 1 ? '1 device is' : `${online} devices are`} disconnected immediately. Keys and devices are kept.`,
    offConfirm: 'Turn off',
    key: 'Public key',
    internet: 'From the internet',
    endpoints: 'Public addresses',
    endpointsHint: 'Names or addresses of this router, one per line. New devices connect to the first one.',
    endpointsPlaceholder: 'home.example.org',
    kept: 'Devices that you have added already keep the address in their configuration.',
    use: (name: string) => `Use ${name}`,
  },

  reach: {
    connects: (endpoint: string) => `New devices connect to ${endpoint}.`,
    current: (address: string) =>
      `New devices connect to ${address}, the current address of your internet connection. If it can change, use a name instead.`,
    behind: (address: string, port: number) =>
      `This router is behind another router: its internet address ${address} is private. Forward UDP port ${port} to ${address} there, and enter your public address or a name here.`,
    behindNamed: (address: string, port: number) =>
      `This router is behind another router: its internet address ${address} is private. UDP port ${port} must be forwarded to ${address} there.`,
    shared: (address: string) =>
      `Your provider shares one public address between customers (your address is ${address}). Devices cannot connect from the internet. Ask your provider for a public IPv4 address.`,
    none: 'The internet connection has no address yet.',
    dyndns: 'Set up dynamic DNS',
  },

  new: {
    way: 'Connection',
    ways: { wifi: 'Wifi', vpn: 'VPN' },
    hint: 'It connects to your home over the internet, with the free WireGuard app.',
    back: 'VPN',
    policiesHint: 'What it can do while it is connected. You can change this at any time.',
    traffic: 'Traffic through the VPN',
    trafficHint: 'Part of the configuration. To change it later, add the device again.',
    traffics: {
      all: {
        name: 'All traffic',
        hint: 'Internet traffic goes through your home too, with your filters. Requires internet access.',
      },
      home: {
        name: 'Only your home',
        hint: 'Internet traffic does not go through your home.',
      },
    },
    submit: 'Create configuration',
    waiting: (name: string) => `Waiting for ${name} to connect…`,
    waitingHint: 'This page shows when it has connected.',
    connected: (name: string) => `${name} has connected`,
    connectedHint: (from: string) => `Its first handshake came from ${from}.`,
    gone: (name: string) => `${name} was deleted`,
    goneHint: 'Its configuration does not work any more.',
    steps: 'Set up the device',
    install: 'Install the WireGuard app from the app store or wireguard.com.',
    scan: 'On a phone, tap + in the app and scan this QR code. On a computer, download the file and import it.',
    turnOn: 'Turn on the tunnel.',
    once: 'The QR code and the file contain the private key. They are shown only once, and are gone when you leave this page.',
    qrLabel: (name: string) => `QR code with the WireGuard configuration of ${name}`,
    download: 'Download file',
    serverOff: 'The VPN server is off: no device can connect.',
    turnServerOn: 'Open VPN in a new tab',
    unnamed:
      'The configuration has no address to connect to. Enter a public address of this router under VPN, and add the device again.',
    another: 'Add another device',
    open: 'Show device',
  },

  device: {
    title: 'VPN',
    state: 'State',
    handshake: 'Last handshake',
    endpoint: 'Connects from',
    received: 'Received',
    sent: 'Sent',
    never: 'None yet',
    none: 'The VPN server does not have its key.',
    only: 'Connects only through VPN.',
    both: 'Connects through VPN when it is away from home.',
    failed: 'VPN state could not be loaded',
  },
}
