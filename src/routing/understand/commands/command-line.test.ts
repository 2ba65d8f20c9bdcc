import { expect, test } from 'vitest'
import { costGrowth } from '../../../../test/support/cost-growth.ts'
import { commandLineIn } from './command-line.ts'

test.each([
  'ps aux | grep node',
  'run npm test',
  'cat package.json',
  'which node',
  'free -m',
  'npx tsc --noEmit',
  'curl -I https://example.com',
  'uname -a',
  'top',
  'who',
  'kill -9 4312',
  'kill 4312',
  'find . -name "*.log" -mtime +7 -delete',
  'find /var/log -size +100M | sort',
  'sort names.txt | uniq -c | sort -rn',
  'cut -d, -f2 users.csv',
  'time npm test',
  'watch -n 2 nvidia-smi',
  'tail -f /var/log/syslog',
  'cat .env.example',
  'head -20 data.csv',
  'grep error app.log',
  'rg TODO src',
  'pip install requests',
  'python train.py --epochs 10',
  'node server.js',
  'go test ./...',
  'cargo test',
  'poetry install',
  'run jest',
  'make',
  './deploy.sh staging',
  'bash scripts/setup.sh',
  'NODE_ENV=production npm start',
  'sudo reboot',
  'sudo apt-get update && sudo apt-get upgrade -y',
  'ping 8.8.8.8',
  'dig +short example.com',
  'curl -X POST https://hooks.example.com/T0 -d \'{"text":"it is done; call me"}\'',
  'echo $PATH',
  'echo "hello" > hello.txt',
  'npm test 2>&1 | tee out.log',
  'kill $(lsof -t -i :3000)',
  'lsof -i :3000',
  'cd web && npm ci && npm run build',
  'cd web\nnpm ci\n# the bundle\nnpm run build\n',
  'curl -s \\\n  -H "Accept: text/plain" \\\n  https://example.com',
  '$ npm run dev',
  'Npm run build',
  'npm test please',
  'Please run `pytest -x` and tell me what fails',
  'could you please run the following command: df -h',
  'Run this in the terminal:\n```bash\nnpm ci\nnpm test\n```',
  'can you run ls -la for me?',
  'run eslint on src, then show me the errors',
  'run eslint src, show me the errors',
  'docker ps.',
  'Run df -h on my machine and tell me what’s full',
  "run npm test in the api folder and tell me what's red.",
  'führe npm test aus',
])('is a command line: %s', (task) => {
  expect(commandLineIn(task)).not.toBeNull()
})

test.each([
  'find a hotel in Lyon',
  'look up flights | cheapest first',
  'top stories | Hacker News',
  'Uptime check stripe.com',
  'du kannst report.pdf nach Slack schicken',
  'wc finals tickets ticketmaster.com',
  'cd player amazon.com',
  'tar sands report.pdf summary',
  'make a chart',
  'make test cases for the login form',
  'sort the list',
  'sort names.csv by age',
  'cat pictures',
  'which node is down in the cluster?',
  'which python is newest',
  'what does ps aux do',
  'how do I free memory',
  'explain `tar -xzf`',
  'explain ps aux | grep node',
  'Run me through `tar -xzf`',
  'bash command to find large files',
  'tar -xzf vs tar -xvf',
  'chmod 755 meaning',
  'curl -I to get the headers',
  'ls in python',
  'npm install fails with EACCES',
  'npm ERR! code ELIFECYCLE errno 1 /home/me/app',
  "ls: cannot access 'foo': No such file or directory",
  'npm package for parsing dates',
  'docker network modes',
  'git branch naming conventions',
  'terraform best practices',
  'find invoice.pdf in my Downloads',
  'cut video.mp4 at 0:30',
  'split invoice.pdf into pages',
  'open report.pdf',
  'top 10 restaurants in Lisbon',
  'free museums in Berlin',
  'who is on call tonight',
  'kill the process on port 3000',
  'host a webinar next Tuesday',
  'test the login page',
  'time in Tokyo',
  'watch the match tonight',
  'at 5pm remind me to call mum',
  'head office address of Siemens',
  'touch screen/keyboard issue',
  'ping anna@acme.example about lunch',
  'python 3.13 release notes',
  'go get coffee',
  'poetry about autumn',
  'apt in Berlin for two',
  'service status page of the bank',
  'just check the inbox',
  'top & bottom',
  'sort -> filter -> map',
  'run the numbers for Q3',
  'run a marathon',
  'run top of funnel ads',
  'run npm test and post the results to the channel',
  'run `npm test`, then email me the output',
  'run df -h, and if the disk is full email the admins',
  'convert to python: curl -X POST https://api.example.com',
  "curl https://example.com\nwrite that as a fetch call, it's for the web app",
  'ls (the program) is old',
  '',
])('is none: %s', (task) => {
  expect(commandLineIn(task)).toBeNull()
})

test('a program of a product does all the work, or a shell does', () => {
  expect(commandLineIn('cd infra && terraform apply -auto-approve')?.productAt).toBe('cd infra && '.length)
  expect(commandLineIn('run `docker ps -a | grep web`')?.productAt).toBe('run `'.length)
  expect(commandLineIn('npm run build && docker build -t web .')?.productAt).toBeNull()
  expect(commandLineIn('ps aux | grep docker')?.productAt).toBeNull()
})

test('separates the command from the words around it', () => {
  const task = 'run npm test in the api folder'
  expect(task.slice(commandLineIn(task)?.end)).toBe('in the api folder')
})

test.each(['"', "'", '`', '$(', '(', '|', '&& ', '\\', 'a ', 'ls; ', '*.', './', '-x=', 'a.', '# \n', 'run ', 'npm test, '])(
  'takes no longer than the text: %s again and again',
  (part) => {
    expect(costGrowth((length) => commandLineIn(part.repeat(length / part.length)), 6000, 48_000)).toBeLessThan(30)
    expect(costGrowth((length) => commandLineIn(`ls ${part.repeat(length / part.length)}`), 300, 1200)).toBeLessThan(12)
  },
)
