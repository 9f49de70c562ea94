import { fields, text, topic } from '../topic.ts'

const Source = fields({ GitURL: text('The address of the repository') })
const Install = fields({
  Name: text('The name of the plugin; empty if its description could not be read'),
  GitURL: text('The address of the repository'),
  Reason: text('The step, or why it failed'),
})
const Docker = fields({
  Reason: text('What was to be done with the containers'),
  Message: text('Why it failed, or what the router does next'),
  ComposeFile: text('The compose file, relative to the data directory'),
})

/** Plugins: their downloads, installations and containers. */
export const pluginTopics = {
  'plugin:download:success': topic('The repository of a plugin was downloaded.', Source),
  'plugin:download:exists': topic('The plugin of this repository is installed already.', Source),
  'plugin:download:failure': topic(
    'The repository of a plugin could not be downloaded, or its description is not valid.',
    Source.extend({ Reason: text('Why') }),
  ),
  'plugin:install:status': topic('A plugin was installed.', Install),
  'plugin:install:failure': topic('A plugin could not be installed.', Install),
  'plugin:docker:failure': topic('Containers of a plugin could not be started or stopped.', Docker),
  'plugin:docker:remediation': topic('The containers of a plugin run again after a failure.', Docker),
}
