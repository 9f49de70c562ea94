/** Names of ready-made alerts, and when they are sent, by their id. As in the API (router/model/messages/alerts/ready.ts). */
export const readyTexts = {
  'unknown-device': {
    name: 'Unknown device',
    hint: 'A device that was never connected before has joined.',
  },
  'device-offline': {
    name: 'Device offline',
    hint: 'A device that should always be online, such as a camera, does not answer.',
  },
  'new-login': {
    name: 'New sign-in',
    hint: 'A user or a token is used from an address that did not use it within the last 30 days.',
  },
  'sign-in-factors': {
    name: 'Recovery codes and passkeys',
    hint: 'A recovery code was used instead of a one-time code, or a passkey was added.',
  },
  'wifi-guessing': {
    name: 'Repeated wrong wifi passphrase',
    hint: 'Within ten minutes, a station has failed to connect five times, or 20 stations have failed.',
  },
  'login-guessing': {
    name: 'Repeated failed sign-ins',
    hint: 'Within ten minutes, five sign-ins from one address or sign-ins from 20 addresses have failed.',
  },
  uplink: {
    name: 'Internet connection',
    hint: 'An uplink has stopped working, or works again.',
  },
  'traffic-surge': {
    name: 'Unusual upload',
    hint: 'A device sends much more to the internet than it ever did before.',
  },
  'traffic-limit': {
    name: 'Traffic limit reached',
    hint: 'A device or group has used 80 percent of its monthly traffic limit, or all of it.',
  },
  'blocked-name': {
    name: 'Blocked name requested repeatedly',
    hint: 'A device looks up the same blocked name again and again.',
  },
  'port-scan': {
    name: 'Port scan',
    hint: 'A host on the internet or a device at home tries many ports or many hosts.',
  },
  'drift-repaired': {
    name: 'Configuration repaired',
    hint: 'Another program changed the firewall, links or routes, and the change was undone.',
  },
  'machine-health': {
    name: 'Health of the router',
    hint: 'The disk is nearly full, the machine is hot, or its memory card is worn out.',
  },
  'backup-old': {
    name: 'Backup too old',
    hint: 'The newest backup is older than 30 days, or there is none.',
  },
  'backup-failed': {
    name: 'Backup failed',
    hint: 'A scheduled backup could not be stored on the other machine.',
  },
  'update-available': {
    name: 'Updates',
    hint: 'A newer version of the router is available, was installed, or was rolled back.',
  },
  automation: {
    name: 'Automations',
    hint: 'An automation calls notify, or was switched off because it failed repeatedly.',
  },
  'firewall-rule': {
    name: 'Firewall rules',
    hint: 'A rule of the programmable firewall with the action notify begins to hold.',
  },
}
