/** Where an installed router is. */

/** The folder with the releases, each in a folder named after its version. */
export const RELEASES = '/opt/sallyport/releases'
/** The release of the Debian package (install/deb), from which the installer and the updates copy it. */
export const PACKAGED = '/usr/lib/sallyport'
/** A link to the release that runs. */
export const CURRENT = '/opt/sallyport/current'
/** During an update, a link to the release that ran before. */
export const FALLBACK = '/opt/sallyport/fallback'
/** What the installer and the updates keep: the journal, what is trusted, and the state before an update. */
export const INSTALLATION = '/var/lib/sallyport-install'
/** It exists while a release is on trial. */
export const TRIAL = `${INSTALLATION}/trial`
/** The same for the router, which cannot read the other one. Only root can write here. */
export const ON_TRIAL = '/run/sallyport-trial'
/** Held by a command that changes the installation. Only root can write here. */
export const LOCK = '/run/sallyport-command.lock'
/** The command for the shell. */
export const COMMAND = '/usr/local/bin/sallyport'
/** The saved state of the router. */
export const DATA = '/var/lib/sallyport'
/** The options of the router, such as its links: the `SALLYPORT_OPTIONS` that its unit reads. */
export const OPTIONS = '/etc/default/sallyport'
/** The closed firewall, as a file for nft(8). */
export const CLOSED = '/etc/sallyport/closed.nft'
export const UNITS = '/etc/systemd/system'
/** The user that the router runs as. */
export const USER = 'sallyport'
/** Then an installation is undone, unless its owner has confirmed that the machine can still be reached. */
export const CONFIRM_MINUTES = 5
