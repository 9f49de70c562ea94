/**
 * Which files the build makes of the app. Left alone it makes a file of whatever two screens share, some two hundred, and a
 * browser fetches six at a time. So that a screen is one file more, or none: what the first screens are made of, in two
 * parts, since the libraries outlast many versions of ours; what follows these at once; and what the other screens share.
 * Styles of all other screens come together, so that their order does not depend on the way somebody took.
 */
export const chunks = {
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules.*(?<!\.css)$/, priority: 4 },
    { name: 'start', tags: ['$initial' as const], test: /^(?!.*web.offline)/, priority: 3 },
    { name: 'home', test: /web.(screens.home|client.stale|parts.shell.Notices|parts.charts.Plot)/, priority: 2 },
    { name: 'styles', test: /^(?!.*web.offline).*\.css$/, priority: 1 },
    { name: 'shared', minShareCount: 2, priority: 1 },
  ],
}
