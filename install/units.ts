import { DAEMON_ENVIRONMENT, DAEMON_FLAGS } from '../bin/daemon.js'
import { CLOSED, CONFIRM_MINUTES, CURRENT, DATA, FALLBACK, ON_TRIAL, OPTIONS, TRIAL, USER } from './places.ts'

/** The units of systemd, as texts of systemd.unit(5). */

const PROGRAMS = `${CURRENT}/router/dist/daemon`
const RUNTIME = [`${CURRENT}/bin/node`, ...DAEMON_FLAGS]
const NODE = RUNTIME.join(' ')
/** The program of the router, without its command. */
export const DAEMON: readonly string[] = [...RUNTIME, `${PROGRAMS}/main.js`]
const CAPABILITIES = 'CAP_NET_ADMIN CAP_NET_RAW CAP_NET_BIND_SERVICE'
const ROOT_SOCKET = '/run/sallyport-root.socket'
const SCRIPTS_SOCKET = '/run/sallyport-scripts.socket'
/** The compiled code of the router, which it makes again. */
export const COMPILED = '/var/cache/sallyport'

/** What no unit but that of root may do. */
const SANDBOX = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateMounts=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectClock=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM`

const environment = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `Environment=${name}=${value}`)
    .join('\n')

/** Closes the firewall before any link is configured. The router finds this table, and replaces it by the one of its saved state. */
const closed = (): string => `[Unit]
Description=Sallyport: a closed firewall until the router enforces its rules
DefaultDependencies=no
Before=network-pre.target sysinit.target
Wants=network-pre.target
After=local-fs.target systemd-modules-load.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c 'nft list table inet sallyport > /dev/null 2>&1 || exec nft --file ${CLOSED}'

[Install]
WantedBy=sysinit.target
`

const router = (): string => `[Unit]
Description=Sallyport router
Wants=network-pre.target
After=network-pre.target sallyport-closed.service sallyport-root.socket sallyport-scripts.socket
Before=network.target
Requires=sallyport-root.socket sallyport-scripts.socket
Conflicts=nftables.service
# Without an end: a router that stays off leaves a machine that cannot be reached.
StartLimitIntervalSec=0

[Service]
Type=notify
WatchdogSec=30
TimeoutStartSec=180
Restart=always
RestartSec=1
# Access points, address clients and sessions of providers continue while the router is started again.
KillMode=process
User=${USER}
Group=${USER}
UMask=0077
EnvironmentFile=${OPTIONS}
${environment({
  ...DAEMON_ENVIRONMENT,
  NODE_COMPILE_CACHE: COMPILED,
  SALLYPORT_ROOT: ROOT_SOCKET,
  SALLYPORT_SCRIPTS: SCRIPTS_SOCKET,
  SALLYPORT_TRIAL: ON_TRIAL,
  SALLYPORT_RELEASE: CURRENT,
})}
ExecStart=${DAEMON.join(' ')} run --data ${DATA} --web ${CURRENT}/web/dist --site ${CURRENT}/site/dist --console /run/sallyport/console $SALLYPORT_OPTIONS
StateDirectory=sallyport
StateDirectoryMode=0700
CacheDirectory=sallyport
# Where the kernel has no WireGuard, wireguard-go has its sockets in the second one.
RuntimeDirectory=sallyport wireguard
RuntimeDirectoryPreserve=yes
AmbientCapabilities=${CAPABILITIES}
CapabilityBoundingSet=${CAPABILITIES}
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK AF_PACKET
RestrictNamespaces=yes
ProtectHostname=yes
RemoveIPC=yes
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
# setpriv(1), through which the router starts programs that end with it, makes this call.
SystemCallFilter=capset
ProtectProc=invisible
DevicePolicy=closed
DeviceAllow=/dev/net/tun rw
DeviceAllow=/dev/rfkill rw
${SANDBOX}

[Install]
WantedBy=multi-user.target
`

/** Each connection starts an instance of the service: no process waits for one. */
const socket = (description: string, path: string): string => `[Unit]
Description=${description}

[Socket]
ListenStream=${path}
SocketMode=0660
SocketUser=root
SocketGroup=${USER}
Accept=yes
MaxConnections=64

[Install]
WantedBy=sockets.target
`

/** An instance ends with the router. */
const instance = (description: string, service: string): string => `[Unit]
Description=${description}
BindsTo=sallyport.service
After=sallyport.service
CollectMode=inactive-or-failed

[Service]
StandardInput=socket
StandardOutput=socket
${service}
`

/** Containers, the clock, the power and updates need root: it runs the few command lines that `router/root/permitted.ts` lists. */
const root = (): string =>
  instance(
    'Sallyport: a command of the router that needs root',
    `StandardError=journal
ExecStart=${NODE} ${PROGRAMS}/root-main.js --data ${DATA} --command ${CURRENT}/bin/sallyport`,
  )

/** Sandboxes: scripts of automations, and ddclient. They need namespaces, which the unit of the router is denied. */
const scripts = (): string =>
  instance(
    'Sallyport: a program in a sandbox',
    `StandardError=journal
User=${USER}
Group=${USER}
ExecStart=${NODE} ${PROGRAMS}/root-main.js --scripts
CapabilityBoundingSet=
${SANDBOX}`,
  )

/** After a power cut during an update: the last good release is started. */
const trial = (): string => `[Unit]
Description=Sallyport: return to the release before an interrupted update
Before=sallyport.service
ConditionPathExists=${TRIAL}

[Service]
Type=oneshot
ExecStart=${FALLBACK}/bin/sallyport roll-back --at-boot

[Install]
WantedBy=multi-user.target
`

const undo = (): string => `[Unit]
Description=Sallyport: undo an installation that is not confirmed

[Service]
Type=oneshot
ExecStart=${CURRENT}/bin/sallyport uninstall --unconfirmed
`

/** It also elapses after a reboot. */
const undoTimer = (): string => `[Unit]
Description=Sallyport: undo the installation after ${CONFIRM_MINUTES} minutes unless it is confirmed

[Timer]
OnActiveSec=${CONFIRM_MINUTES}min
AccuracySec=1s

[Install]
WantedBy=timers.target
`

/** The units of an installed router, by name. */
export const units = (): Readonly<Record<string, string>> => ({
  'sallyport-closed.service': closed(),
  'sallyport.service': router(),
  'sallyport-trial.service': trial(),
  'sallyport-root.socket': socket('Sallyport: commands of the router that need root', ROOT_SOCKET),
  'sallyport-root@.service': root(),
  'sallyport-scripts.socket': socket('Sallyport: programs in sandboxes', SCRIPTS_SOCKET),
  'sallyport-scripts@.service': scripts(),
})

/** Those that undo an installation which is not confirmed, by name. */
export const undoUnits = (): Readonly<Record<string, string>> => ({
  'sallyport-undo.service': undo(),
  'sallyport-undo.timer': undoTimer(),
})
