import { type Config, ConfigError, readConfig } from '../../config.ts'
import { present } from '../../input/present.ts'
import { serve } from '../../serve.ts'
import { thrownMessage } from '../../thrown.ts'
import { type Command, textOption, UsageError } from '../command.ts'

/** Runs the service in this process until it is told to stop. */
export const command: Command = {
  name: 'serve',
  summary: 'Run the service',
  usage: 'waymark serve [options]',
  examples: [
    'waymark serve',
    'waymark serve --port 9000 --data-dir /var/lib/waymark',
    'DATABASE_URL=postgres://waymark@db/waymark waymark serve --host 0.0.0.0',
  ],
  options: {
    port: { type: 'string', value: '<n>', says: 'Port to listen on; default PORT, or 8787' },
    host: { type: 'string', value: '<address>', says: 'Address to listen on; default HOST, or 127.0.0.1' },
    'data-dir': { type: 'string', value: '<folder>', says: 'Folder of the embedded store; default DATA_DIR, or ./data' },
    'database-url': { type: 'string', value: '<url>', says: 'A PostgreSQL instead of the embedded store; default DATABASE_URL' },
  },
  async run(args, io) {
    const given = present(Object.fromEntries(Object.entries(settingOf).map(([option, name]) => [name, textOption(args, option)])))
    try {
      await serve(configOf(io.env, given))
      return 0
    } catch (error) {
      if (error instanceof ConfigError) return io.fail(`Waymark cannot start.\n${error.message}\nSee every setting in docs/operating.md.`)
      throw error
    }
  },
}

const settingOf = { port: 'PORT', host: 'HOST', 'data-dir': 'DATA_DIR', 'database-url': 'DATABASE_URL' }

type Environment = Record<string, string | undefined>

/** A mistake in an option is reported under its name; any other mistake is one in the environment. */
function configOf(env: Environment, given: Environment): Config {
  try {
    return readConfig({ ...env, ...given })
  } catch (error) {
    const lines = thrownMessage(error).split('\n')
    const wrong = Object.entries(settingOf).flatMap(([option, name]) =>
      name in given ? lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.replace(name, `--${option}`)) : [],
    )
    if (error instanceof ConfigError && wrong.length > 0) throw new UsageError(wrong.join('\n'))
    throw error
  }
}
