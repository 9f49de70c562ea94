/** What the command `sallyport` of an installed router prints without a command. Also the synopsis of its manual page. */
export const USAGE = `usage: sallyport <command>

  install [--uplink IF] [--lan IF,IF] [--radio IF]      install the router as a service, after showing the plan
          [--dhcp] [--virtual] [--plan] [--yes]         --dhcp: request an address in place of a static one
          [-- OPTIONS]                                  OPTIONS: more of "sallyport run"
  confirm                                               keep an installation: otherwise it is undone after five minutes
  uninstall [--purge] [--yes]                           undo it; --purge also removes the saved state
  update [VERSION] [--source URL] [--channel -dev]      start a newer release on trial, and keep it if it passes its check
         [--check] [--downgrade] [--seconds 60]
  update --package [--downgrade] [--seconds 60]         the same with the release of the installed Debian package
  roll-back                                             end a trial, and start the release before
  vpn add|list|remove                                   VPN devices
  users list|add|role|password|remove                   users
`
