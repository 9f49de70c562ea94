import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import { basic, exchange } from '../../contract/call.ts'
import { WEB } from '../../guests/addresses.ts'
import { answering, pluginOf } from '../../guests/containers.ts'
import { GIT_HOST, startGit } from '../../guests/git.ts'
import { lacksContainers, SuperdProgram } from '../../guests/superd.ts'
import { engineData } from '../../home/engine.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const GIT_ADDRESS = '81.2.70.80'

if (!lacksContainers()) {
  const data = engineData()
  const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } }, { data })

  story('a plugin that was installed from a git server reaches the internet only with the policy wan', async (home) => {
    const { router, internet, authority } = home
    await internet.namespace.ip(`addr add ${GIT_ADDRESS}/32 dev lo`)
    await internet.names.lead(GIT_HOST, GIT_ADDRESS)
    const git = await startGit(internet.namespace, authority, GIT_ADDRESS)
    const connects = answering(`nc -w 2 ${WEB} 80 -e true && echo internet; echo answered`)
    await git.commit('sample', {
      ...pluginOf('sample', connects),
      'plugin.json': JSON.stringify({
        Name: 'sample',
        URI: 'sample',
        UnixPath: '/state/plugins/sample/socket',
        NetworkCapabilities: { Policies: ['wan'] },
      }),
    })
    const made = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    const Code = new TOTP({ secret: made.OTPUsers[0]?.Secret ?? '' }).generate()
    const proof = String(await router.api('/otp_validate', { Name: 'admin', Code }))
    const headers = { Authorization: basic(router.login), 'X-JWT-OTP': proof, 'Content-Type': 'application/json' }
    const put = async (path: string, body: unknown): Promise<unknown> => {
      const reply = await exchange(router.console, { method: 'PUT', path, headers, text: JSON.stringify(body) })
      assert.equal(reply.status, 200, reply.text)
      return JSON.parse(reply.text)
    }
    type Plugin = { readonly Name: string; readonly NetworkCapabilities: object }

    const plan = await put('/plugin/download_info', git.urlOf('sample'))
    await new SuperdProgram(router.namespace, data, []).loadImage()
    const installed = (await put('/plugin/complete_install', plan)) as Plugin[]
    const plugin = installed.find(({ Name }) => Name === 'sample')!
    const answer = async () => {
      const { status, body } = await router.ask({ path: '/plugins/sample/' })
      return status === 200 ? String(body).trim().split('\n') : undefined
    }
    assert.deepEqual(await until('the plugin', answer), ['internet', 'answered'])
    const NetworkCapabilities = { ...plugin.NetworkCapabilities, Policies: [] }
    await put('/plugins/sample', { ...plugin, NetworkCapabilities })
    assert.deepEqual(await answer(), ['answered'])

    const drifts: unknown[] = []
    let isWatched = true
    const watch = async (): Promise<void> => {
      while (isWatched) drifts.push(await router.api('/drift'))
    }
    const watching = watch()
    await router.api('/plugins/sample', {}, 'DELETE')
    await put('/plugin/install_user_url', git.urlOf('sample'))
    await until('the plugin', answer)
    isWatched = false
    await watching
    assert.ok(drifts.length > 5)
    assert.deepEqual(drifts.flat(), [])
  })
}
