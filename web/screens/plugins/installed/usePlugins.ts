import { useQuery } from '@tanstack/react-query'
import { info } from '../../../../router/model/machine/info/contract.ts'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import type { EngineLists } from './state.ts'

/** Containers start and end without an event. */
const LOOK_AGAIN_MS = 5000

export const usePlugins = () => useQuery(query(plugins.pluginsApi))

/** Whether containers can run; undefined until it is known. */
export const useRuntime = () => useQuery(query(plugins.runtime)).data

/** The lists of the container engine; undefined until they are loaded. */
export function useEngine(isWanted: boolean): EngineLists | undefined {
  const list = (name: 'docker' | 'dockernetworks') => ({
    ...query(info.read, { params: { name } }),
    refetchInterval: LOOK_AGAIN_MS,
    enabled: isWanted,
  })
  const containers = useQuery(list('docker')).data
  const networks = useQuery(list('dockernetworks')).data
  return Array.isArray(containers) && Array.isArray(networks) ? { containers, networks } : undefined
}

/** A change of plugins, after which they and their containers are loaded again, also when it failed. */
export const usePluginChange = changesOf(plugins.pluginsApi, info.read)

type Update = Parameters<typeof call<typeof plugins.updateApi.details>>[1]['body']

/** Saves a plugin. Names are fixed. */
export const savePlugin = (body: Update) => call(plugins.updateApi, { params: { name: body.Name }, body })
