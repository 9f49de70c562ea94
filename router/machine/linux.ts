import { readFileSync, writeFileSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { dial } from './dial.ts'
import { arpAnnounce, arpProbe } from './linux/arp.ts'
import { changeLinks } from './linux/changes.ts'
import { connections, endConnections } from './linux/connections.ts'
import { openControl } from './linux/control.ts'
import { readCounters, watchCounters } from './linux/counters.ts'
import { download, fetchText } from './linux/download.ts'
import { echo } from './linux/echo.ts'
import { fetchFile } from './linux/fetch.ts'
import {
  diskSpace,
  listDirectories,
  listFiles,
  makeDirectory,
  readBytes,
  readFile,
  removeDirectory,
  removeFile,
  watchFile,
  writeFile,
} from './linux/files.ts'
import { joinGroups } from './linux/groups.ts'
import { interact } from './linux/interact.ts'
import { readLinks, watchLinks } from './linux/links.ts'
import { sendMail } from './linux/mail.ts'
import { openNft } from './linux/nft.ts'
import { interactThrough, outcomeThrough, runThrough, spawnOrThrough } from './linux/outside.ts'
import { openPacketLog } from './linux/packetlog.ts'
import { openPackets } from './linux/packets.ts'
import { kernelPower, powerManager } from './linux/power.ts'
import { outcome, run, spawn, stream } from './linux/process.ts'
import { watchProcess } from './linux/readable.ts'
import { postRequest, requestOnce } from './linux/request.ts'
import { readRoutes, watchRouting } from './linux/routing.ts'
import { createSshKey, readOverSftp, storeOverSftp } from './linux/sftp.ts'
import { readShared, releaseShared } from './linux/shared.ts'
import { authorityBundle } from './linux/trust.ts'
import { requestUnix } from './linux/unixrequest.ts'
import { readInputGuards } from './linux/xfrm.ts'
import type { Machine } from './machine.ts'
import { connectMqtt } from './mqtt.ts'
import { connectNats } from './nats.ts'
import { openSockets } from './sockets.ts'
import { connectUnix, listenUnix } from './unixsocket.ts'

/** The dots of `net.ipv4.conf.wlan0.4096.forwarding` are ambiguous: link names are written with `/`, as sysctl(8) permits. */
const sysctlPath = (name: string): string =>
  `/proc/sys/${name.replaceAll(/[./]/g, (separator) => (separator === '.' ? '/' : '.'))}`

/** How the real machine is used. */
export interface LinuxOptions {
  /** Other programs may change our tables of nftables. */
  readonly isShared?: boolean
  /** The socket through which root runs what the router may not. Undefined: the router runs it. */
  readonly root?: string | undefined
  /** The socket through which sandboxes are started. Undefined: the router starts them. */
  readonly scripts?: string | undefined
}

/** The real machine. Opening it fails with a clear message where libnftables is missing. */
export function openLinux({ isShared = false, root, scripts }: LinuxOptions = {}): Machine & AsyncDisposable {
  const nft = openNft(isShared)
  const { connectDatagrams } = openSockets([])
  return {
    clock: systemClock,
    nft: nft.run,
    openTable: nft.openTable,
    removeTable: nft.removeTable,
    replaceTable: nft.replaceTable,
    owns: nft.owns,
    changeElements: nft.changeElements,
    nftList: nft.list,
    watchTable: nft.watchTable,
    readCounters,
    watchCounters,
    run: root === undefined ? run : runThrough(root),
    outcome: scripts === undefined ? outcome : outcomeThrough(scripts),
    spawn: root === undefined ? spawn : spawnOrThrough(root),
    stream,
    interact: scripts === undefined ? interact : (argv, options) => interactThrough(scripts, argv, options),
    openControl,
    watchProcess,
    readSysctl(name) {
      try {
        return readFileSync(sysctlPath(name), 'utf8').trim()
      } catch {
        return undefined
      }
    },
    writeSysctl: (name, value) => writeFileSync(sysctlPath(name), value),
    watchLinks,
    readLinks,
    changeLinks,
    readInputGuards,
    readRoutes,
    watchRouting,
    connections,
    endConnections,
    echo,
    arpProbe,
    arpAnnounce,
    download,
    fetchFile,
    fetchText,
    post: postRequest,
    sendMail,
    request: requestOnce,
    storeOverSftp,
    readOverSftp,
    createSshKey,
    dial,
    connectMqtt,
    connectNats,
    connectDatagrams,
    authorityBundle,
    openPackets,
    openPacketLog,
    requestUnix,
    listenUnix,
    connectUnix,
    joinGroups,
    readFile,
    readShared,
    releaseShared,
    readBytes,
    listDirectories,
    listFiles,
    writeFile,
    removeDirectory,
    removeFile,
    makeDirectory,
    watchFile,
    diskSpace,
    // Root carries it out.
    powerManager: root === undefined ? powerManager : () => 'systemd',
    kernelPower,
    [Symbol.asyncDispose]: nft[Symbol.asyncDispose],
  }
}
