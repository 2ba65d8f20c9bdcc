/** What is known of a program that people start from a command line. */
export type Program = {
  /** Its name is also a word that sentences begin with: "make", "find", "top". */
  isWord: boolean
  /** It belongs to a product, and the catalog may have a server that does the same. */
  isOfProduct: boolean
  /** Its name alone is a command. */
  standsAlone: boolean
  /** With a file, folder or host after it, it is a command. Not so "split" or "open", which people also say to an assistant. */
  takesFiles: boolean
  /** With one of these words after it, it is a command; signs stand for whole kinds of words, see `groups`. */
  subcommands: ReadonlySet<string>
}

type Kind = Omit<Program, 'subcommands'>
const tool: Kind = { isWord: false, isOfProduct: false, standsAlone: false, takesFiles: true }
const report: Kind = { ...tool, standsAlone: true }
const word: Kind = { ...tool, isWord: true, takesFiles: false }
const wordWithFile: Kind = { ...tool, isWord: true }
const wordAlone: Kind = { ...word, standsAlone: true }
const ofProduct: Kind = { ...tool, isOfProduct: true }

const scripts = 'test build start dev lint format check typecheck run install clean deploy release serve watch coverage docs bench all'
const packages = `${scripts} i ci t add remove uninstall update upgrade outdated audit exec create init ls list link pack publish why view version prune rebuild dlx x`
const compiled =
  'build test run check fmt vet clippy doc clean install add update publish bench mod get generate tidy restore new watch tool'
const system =
  'install remove purge update upgrade search list show status start stop restart reload enable disable info autoremove services leaves doctor'

/** Programs of a kind, and what may follow them: words, a number (#), the names of programs (@) or whatever it is (*). */
const groups: readonly (readonly [Kind, string, string])[] = [
  [report, 'ls df du lsblk lscpu lsusb lspci htop whoami pwd uptime vmstat iostat hostname ifconfig ipconfig dmesg printenv', ''],
  [report, 'ps', 'aux auxf auxww ax axu axf -ef'],
  [report, 'uname nproc lsof netstat ss mpstat sw_vers nvidia-smi systeminfo tasklist', ''],
  [tool, 'grep egrep fgrep rg chmod chown chgrp mkdir rmdir pgrep pkill killall nslookup traceroute tracert mtr useradd usermod', '*'],
  [tool, 'rm cp mv ln wc awk gawk sed tr uniq tee xargs stat readlink realpath basename dirname md5sum sha256sum shasum', ''],
  [tool, 'tar gzip gunzip unzip bzip2 xz zcat zgrep rsync scp sftp dd fdisk mkfs mktemp nl od xxd jq yq wget nc netcat telnet', ''],
  [
    tool,
    'nmap tcpdump openssl ssh-keygen ssh-copy-id crontab iptables ufw strace ltrace ldd objdump gdb valgrind base64',
    '-l list status',
  ],
  [tool, 'systemctl journalctl apt-get yum dnf apk pacman zypper launchctl', system],
  [tool, 'npx bunx uvx pipx', '*'],
  [tool, 'npm pnpm', packages],
  [tool, 'pip pip3 pipenv uv conda mamba nvm pyenv rbenv', `${packages} freeze show sync lock env shell activate use versions`],
  [report, 'pytest vitest tsc eslint tox mypy rspec phpunit pylint flake8 golangci-lint ctest', 'run watch init'],
  [tool, 'mvn gradle gradlew cmake bazel sbt msbuild webpack rollup esbuild nx', `${compiled} ${scripts} package verify compile assemble`],
  [tool, 'rustc gcc g++ clang javac rustup rustfmt gofmt prettier ts-node tsx deno dotnet', `${compiled} ${scripts} show`],
  [tool, 'python3 python2 ipython bash zsh powershell pwsh cd echo printf', ''],
  [
    word,
    'find cut time watch test join split paste file open expand fold look nice install set export alias unset wait seq screen convert',
    '',
  ],
  [word, 'kill', '#'],
  [word, 'which whereis', '@'],
  [wordAlone, 'top free who env', ''],
  [wordAlone, 'make', `${scripts} dist migrate`],
  [wordAlone, 'yarn bun rake gulp grunt', packages],
  [wordAlone, 'cargo', compiled],
  [word, 'go swift dart flutter mix rails', `${compiled} ${scripts} server console routes db:migrate db:seed`],
  [word, 'source', 'venv/bin/activate .venv/bin/activate env/bin/activate'],
  [tool, 'ruff pm2 nginx', 'check format list status logs start stop restart reload'],
  [word, 'brew snap apt', system],
  [word, 'poetry gem bundle composer ninja turbo biome', `${packages} lock`],
  [wordAlone, 'jest mocha', 'run watch'],
  [word, 'mount umount date last history jobs sleep reboot shutdown halt service', ''],
  [word, 'ip', 'addr route link'],
  [
    wordWithFile,
    'cat head tail less more touch sort diff strings tree black type dir ping dig host curl node python ruby perl java lua rscript sh',
    '',
  ],
  [wordWithFile, 'php', 'artisan'],
  [ofProduct, 'docker podman', 'ps images pull stats info version'],
  [ofProduct, 'docker-compose', 'up down ps logs pull restart stop'],
  [ofProduct, 'kubectl oc', 'version cluster-info'],
  [ofProduct, 'helm istioctl argocd', 'list version'],
  [ofProduct, 'git', 'log status diff show branch push pull fetch stash'],
  [ofProduct, 'gh glab', ''],
  [ofProduct, 'terraform tofu pulumi', 'plan apply init destroy validate fmt preview'],
  [ofProduct, 'aws gcloud az gsutil bq', ''],
  [
    ofProduct,
    'psql pg_dump pg_restore mysql mysqldump mongosh redis-cli sqlite3 duckdb ssh adb tmux ffmpeg ffprobe yt-dlp pandoc magick',
    '',
  ],
  [ofProduct, 'ansible ansible-playbook vercel netlify heroku flyctl wrangler supabase', 'deploy logs ps status'],
]

const programs = new Map<string, Program>()
for (const [kind, names, followers] of groups)
  for (const name of names.split(' ')) programs.set(name, { ...kind, subcommands: new Set(followers.split(' ').filter(Boolean)) })

export const programNamed = (name: string): Program | undefined => programs.get(name)
