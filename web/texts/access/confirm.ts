/** Texts of the bar above every screen while a change waits for confirmation. */
export const confirmTexts = {
  region: 'Unconfirmed change',
  title: (what: string) => `Changed: ${what}.`,
  left: (time: string) => `Reverts in ${time} unless confirmed.`,
  over: 'Reverting…',
  keep: 'Keep',
  putBack: 'Revert',
  kept: 'Change kept.',
  wasPutBack: 'Change reverted.',
  ranOut: 'The change was not confirmed in time and was reverted.',
  decided: 'The change was kept or reverted in another session.',
  failed: (reason: string) => `Action failed: ${reason}`,
  what: {
    purpose: (link: string) => `purpose of ${link}`,
    uplink: (link: string) => `address settings of ${link}`,
    addresses: (link: string) => `addresses of ${link}`,
    vlan: (link: string) => `VLANs on ${link}`,
    up: (link: string) => `${link} is up`,
    down: (link: string) => `${link} is down`,
    nets: 'home network',
    port: (port: string) => `access to port ${port} of the router`,
  },
}
