import { readFileSync, writeFileSync } from 'node:fs'
import { changeLinks } from './linux/changes.ts'
import { connections, endConnections } from './linux/connections.ts'
import { download } from './linux/download.ts'
import { echo } from './linux/echo.ts'
import { fetchFile } from './linux/fetch.ts'
import { listFiles, makeDirectory, readBytes, readFile, removeFile, watchFile, writeFile } from './linux/files.ts'
import { joinGroups } from './linux/groups.ts'
import { readLinks, watchLinks } from './linux/links.ts'
import { lookUp } from './linux/names.ts'
import { openNft } from './linux/nft.ts'
import { openPackets } from './linux/packets.ts'
import { run, spawn, stream } from './linux/process.ts'
import { readShared, releaseShared } from './linux/shared.ts'
import type { Clock, Machine } from './machine.ts'

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    // Node's timers hold 31 bits of milliseconds, a device's expiry may be years away: sleep in stages.
    const LONGEST = 2 ** 31 - 1
    let timer: NodeJS.Timeout
    const sleep = (left: number): void => {
      timer = setTimeout(() => (left > LONGEST ? sleep(left - LONGEST) : run()), Math.min(Math.max(left, 0), LONGEST))
      timer.unref()
    }
    sleep(ms)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}

/** `net.ipv4.conf.wlan0.4096.forwarding` cannot be told apart by its dots: link names are given with `/` as sysctl(8) allows. */
const sysctlPath = (name: string): string =>
  `/proc/sys/${name.replaceAll(/[./]/g, (separator) => (separator === '.' ? '/' : '.'))}`

/** The real machine. Opening it fails with a clear message where libnftables is missing. */
export function openLinux(): Machine & Disposable {
  const nft = openNft()
  return {
    clock: systemClock,
    nft: nft.run,
    nftList: nft.list,
    run,
    spawn,
    stream,
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
    connections,
    endConnections,
    echo,
    download,
    fetchFile,
    lookUp,
    openPackets,
    joinGroups,
    readFile,
    readShared,
    releaseShared,
    readBytes,
    listFiles,
    writeFile,
    removeFile,
    makeDirectory,
    watchFile,
    [Symbol.dispose]: nft[Symbol.dispose],
  }
}
