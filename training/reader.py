"""Makes the reader (data/weights-reader): fine-tunes a small sentence encoder on the labelled tasks several times over, has the mean
of these teachers answer for hundreds of thousands of variants, and teaches a smaller stack of layers, rounded to 4 bits, with that.
Usage is in training/understand.md."""
import argparse, gzip, json, math, os, subprocess, sys, time
from collections import Counter
from itertools import chain
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

parser = argparse.ArgumentParser()
parser.add_argument('--data', required=True, help='folder with tasks.json and variants.jsonl.gz')
parser.add_argument('--encoder', help='folder with tokenizer.json and one .safetensors file')
parser.add_argument('--out', required=True)
parser.add_argument('--teachers', type=int, default=4)
parser.add_argument('--layers', default='0,1,2', help='which layers of the first teacher the reader starts from')
parser.add_argument('--inner', type=int, default=512)
parser.add_argument('--pieces', type=int, default=7000)
parser.add_argument('--word-size', type=int, default=128)
parser.add_argument('--epochs', type=int, default=10)
parser.add_argument('--rate', type=float, default=4e-4, help='how fast the reader learns')
parser.add_argument('--seconds', type=float, help='the reader learns in fewer steps where all would take longer than this')
parser.add_argument('--teach', type=int, help='only fine-tunes the teacher of this seed, as the program does for itself')
parser.add_argument('--taught', help='a folder to keep the teachers in: where they are in it already, none is taught again')
parser.add_argument('--readers', nargs='+', help='folders of finished readers that teach instead: the first of them learns what all say in the mean')
parser.add_argument('--asked', help='a file of {set: [[text, null or the text beside it]]}: the answers are written beside the weights')
args = parser.parse_args()
if not args.readers and not args.encoder: parser.error('--encoder is needed, unless finished --readers teach')

WIDTH, HEADS, BEGIN, END = 384, 12, 40, 18
# How many pieces are read of the beginning and the end of a sentence that is judged beside others, and of the beginning of the others.
BESIDE = (15, 7, 15)
# How many steps warm up and tell how long one takes.
TIMED = 200
# Of each word it is told whether a further step begins with it, and whether that step is done before the one told before it.
OF_WORDS, WORDS, UNTOLD = 2, 128, -128
device = 'cuda'
began = time.time()
def say(*words): print(f'[{time.time() - began:6.1f}s]', *words, flush=True)

told = json.load(open(os.path.join(args.data, 'tasks.json')))
rows = [row for row in told['rows'] if not row['held']]
held = [row for row in told['rows'] if row['held']]
variants = [tuple(json.loads(line)) for line in gzip.open(os.path.join(args.data, 'variants.jsonl.gz'), 'rt')]
types, levels = len(told['task_types']), len(told['complexities'])
YES_NO = ('needs_tool', 'several_tools', 'by_hand', 'creative', 'gives_orders', 'on_the_web')
IMPORTANCE = (1., .8, .3, .2, .8, .3)
ORDERS = YES_NO.index('gives_orders')
TYPE = slice(len(YES_NO), len(YES_NO) + types)
LEVEL = slice(TYPE.stop, TYPE.stop + levels)
KIND = slice(LEVEL.stop, LEVEL.stop + len(told['kinds']))
ANSWERS = KIND.stop
def told_in(rows): return [(row['text'], row.get('beside')) for row in rows]
# Any of several kinds of tool may do the work of a task.
kinds = torch.zeros(len(rows), len(told['kinds']), device=device)
for at, row in enumerate(rows): kinds[at, row['kinds']] = 1
starts = torch.full((len(rows), WORDS, OF_WORDS), -1, dtype=torch.int8)
for at, row in enumerate(rows):
    if row['starts'] is None: continue
    starts[at, :len(row['text'].split()), 0] = 0
    for word, earlier in row['starts']:
        if word < WORDS: starts[at, word] = torch.tensor([1, earlier])
starts = starts.to(device)
labels = torch.tensor([[row[name] for name in (*YES_NO, 'task_type', 'complexity')] for row in rows], dtype=torch.float32, device=device)

stored = {} if args.readers else load_file(os.path.join(args.encoder, next(name for name in os.listdir(args.encoder) if name.endswith('.safetensors'))))
# A tensor may be kept as int8 rows beside '<its name>.scale', which halves what has to travel.
original = {k: v.float() * stored[k + '.scale'] if k + '.scale' in stored else v.float() for k, v in stored.items() if not k.endswith('.scale')}

class Dense(nn.Linear):
    """A dense layer which, once rounded, sees its weights in few bits and its inputs in eight, as they are served."""
    bits = 0
    def round_to(self, bits):
        self.bits, self.most = bits, 2 ** (bits - 1) - 1
        self.scale = nn.Parameter((self.weight.abs().mean(1, keepdim=True) * 2 / math.sqrt(self.most)).detach().clone())
    def whole(self):
        x = torch.clamp(self.weight / (self.scale.abs() + 1e-8), -self.most, self.most)
        return x + (x.round() - x).detach()
    def forward(self, x):
        if not self.bits: return F.linear(x, self.weight, self.bias)
        step = x.detach().abs().amax(-1, keepdim=True).clamp(min=1e-9) / 127
        x = x + ((x / step).round() * step - x).detach()
        return F.linear(x, self.whole() * (self.scale.abs() + 1e-8), self.bias)

def bend(x): return x * torch.clamp(.5 + .3 * x, 0, 1)

class Layer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.query_key_value, self.joined = Dense(WIDTH, 3 * WIDTH), Dense(WIDTH, WIDTH)
        self.up, self.down = Dense(WIDTH, inner), Dense(inner, WIDTH)
        self.attended, self.done = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
    def forward(self, x, mask, act, dropout):
        count, tokens, _ = x.shape
        q, k, v = (part.view(count, tokens, HEADS, -1).transpose(1, 2) for part in self.query_key_value(x).split(WIDTH, -1))
        gathered = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None], dropout_p=dropout if self.training else 0.)
        x = self.attended(x + self.joined(gathered.transpose(1, 2).reshape(count, tokens, WIDTH)))
        return self.done(x + self.down(act(self.up(x))))

class Stack(nn.Module):
    def __init__(self, pieces, word_size, layers, inner, act, dropout=0.):
        super().__init__()
        self.words, self.widened = nn.Embedding(pieces, word_size), Dense(word_size, WIDTH, bias=False) if word_size < WIDTH else None
        self.positions, self.entered = nn.Embedding(128, WIDTH), nn.LayerNorm(WIDTH, 1e-12)
        self.layers = nn.ModuleList(Layer(inner) for _ in range(layers))
        self.answers, self.of_words, self.act, self.dropout = nn.Linear(WIDTH, ANSWERS), nn.Linear(WIDTH, OF_WORDS), act, dropout
    def forward(self, ids, mask):
        x = self.words(ids)
        if self.widened is not None: x = self.widened(x)
        x = self.entered(x + self.positions.weight[:ids.shape[1]])
        for layer in self.layers: x = layer(x, mask, self.act, self.dropout)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.answers(F.dropout(mean, self.dropout, self.training)), self.of_words(F.dropout(x, self.dropout, self.training))

def encoder_stack():
    stack = Stack(len(original['embeddings.word_embeddings.weight']), WIDTH, 6, 1536, F.gelu, .1)
    with torch.no_grad():
        stack.words.weight.copy_(original['embeddings.word_embeddings.weight'])
        stack.positions.weight.copy_(original['embeddings.position_embeddings.weight'][:128] + original['embeddings.token_type_embeddings.weight'][0])
        take(stack.entered, 'embeddings.LayerNorm')
        for at, layer in enumerate(stack.layers):
            name = f'encoder.layer.{at}.'
            parts = [name + 'attention.self.' + part for part in ('query', 'key', 'value')]
            for kind in ('weight', 'bias'):
                getattr(layer.query_key_value, kind).copy_(torch.cat([original[f'{part}.{kind}'] for part in parts]))
            take(layer.joined, name + 'attention.output.dense'); take(layer.attended, name + 'attention.output.LayerNorm')
            take(layer.up, name + 'intermediate.dense'); take(layer.down, name + 'output.dense'); take(layer.done, name + 'output.LayerNorm')
    return stack.to(device)

def take(module, name):
    module.weight.copy_(original[name + '.weight']); module.bias.copy_(original[name + '.bias'])

def whole_tokenizer():
    tokenizer = Tokenizer.from_file(os.path.join(args.encoder, 'tokenizer.json'))
    tokenizer.no_padding(); tokenizer.no_truncation()
    return tokenizer

def small_tokenizer(size):
    """The pieces that the tasks use most, with every single letter, so that each word can be told somehow."""
    tokenizer = whole_tokenizer()
    ids = tokenizer.get_vocab()
    uses = Counter()
    for item in tokenizer.encode_batch([text for told in told_in(rows) for text in told if text]): uses.update(item.ids)
    also = Counter()
    for item in tokenizer.encode_batch([text for told in variants[:120000] for text in told if text]): also.update(item.ids)
    specials = [ids[name] for name in ('[PAD]', '[UNK]', '[CLS]', '[SEP]')]
    letters = [at for piece, at in ids.items() if len(piece.removeprefix('##')) == 1 and ord(piece[-1]) < 0x250]
    frequent = sorted(ids.values(), key=lambda at: -(uses[at] + .05 * also[at]))
    kept = sorted(list(dict.fromkeys(specials + letters + frequent))[:size])
    piece_of = {at: piece for piece, at in ids.items()}
    pieces = [piece_of[old] for old in kept]
    return tokenizer_of(pieces), kept, pieces

def tokenizer_of(pieces):
    tokenizer = Tokenizer(WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token='[UNK]', max_input_chars_per_word=100))
    tokenizer.normalizer, tokenizer.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    return tokenizer

def packed(tokenizer, texts, begin, end, beside):
    """Of a long text the beginning and the end are read; a sentence that is judged beside others comes before these. With the ids and
    their number comes, where a piece begins a word of a text that is read alone, which word that is, and -1 elsewhere."""
    first, last = tokenizer.token_to_id('[CLS]'), tokenizer.token_to_id('[SEP]')
    def ends(found, begin, end): return found if len(found) <= begin + end else found[:begin] + found[-end:]
    def encoded(texts): return tokenizer.encode_batch([text.split() or [''] for text in texts], is_pretokenized=True, add_special_tokens=False)
    def beginnings(words): return [word if at == 0 or words[at - 1] != word else -1 for at, word in enumerate(words)]
    read, words = [], []
    for item, rest, (_, other) in zip(encoded(text for text, _ in texts), encoded(other or '' for _, other in texts), texts):
        if other is None:
            read.append([first, *ends(item.ids, begin, end), last])
            words.append([-1, *ends(beginnings(item.word_ids), begin, end), -1])
        else:
            read.append([first, *ends(item.ids, *beside[:2]), last, *rest.ids[:beside[2]], last])
            words.append([-1] * len(read[-1]))
    lengths = np.fromiter(map(len, read), dtype=np.int64, count=len(read))
    def side_by_side(lists, kind, empty):
        filled = np.full((len(lists), begin + end + 2), empty, dtype=kind)
        filled[np.arange(filled.shape[1])[None] < lengths[:, None]] = np.fromiter(chain.from_iterable(lists), dtype=kind, count=lengths.sum())
        return torch.from_numpy(filled).to(device)
    return side_by_side(read, np.int64, 0), torch.from_numpy(lengths).to(device), side_by_side(words, np.int16, -1)
def for_teacher(texts): return packed(whole_tokenizer(), texts, 60, 24, (28, 12, 21))
def for_reader(texts): return packed(tokenizer, texts, BEGIN, END, BESIDE)

def batch(texts, which):
    ids, lengths = texts[0][which], texts[1][which]
    longest = int(lengths.max())
    return ids[:, :longest], torch.arange(longest, device=device)[None] < lengths[:, None]

def told_of_words(texts, which, longest):
    """The pieces of a batch that begin a word: which text and which piece, and which word."""
    words = texts[2][which][:, :longest].long()
    text, piece = ((words >= 0) & (words < WORDS)).nonzero(as_tuple=True)
    return text, piece, words[text, piece]

def loss_of_words(z, texts, which, told, odds_of):
    """`told` says of each word of each text what is known, which `odds_of` turns into odds and how much they count."""
    text, piece, word = told_of_words(texts, which, z.shape[1])
    odds, counts = odds_of(told[which[text], word])
    each = F.binary_cross_entropy_with_logits(z[text, piece], odds, reduction='none') * counts
    return .5 * each[:, 0].sum() / len(which) + .2 * each[:, 1].sum() / counts[:, 1].sum().clamp(min=1)

def labelled(told): return told.float().clamp(min=0), (told >= 0).float()
def answered(told):
    odds = torch.sigmoid(told.float() / 10)
    return odds, (told > UNTOLD + .5).float() * torch.stack((torch.ones_like(odds[:, 0]), odds[:, 0]), 1)

@torch.no_grad()
def answers_of(stack, texts, size=2048):
    """The answers to each text, and of its words tenths of log odds."""
    stack.eval()
    result = torch.empty(len(texts[1]), ANSWERS, device=device)
    of_words = torch.full((len(texts[1]), WORDS, OF_WORDS), UNTOLD, dtype=torch.int8, device=device)
    for which in texts[1].argsort().split(size):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=size > 512): z, z_of_words = stack(*batch(texts, which))
        result[which] = z.float()
        text, piece, word = told_of_words(texts, which, z_of_words.shape[1])
        of_words[which[text], word] = (10 * z_of_words[text, piece].float()).round().clamp(-127, 127).to(torch.int8)
    return result, of_words

def told_right(z, of_words, which):
    """Shares of the held-out texts that were told right, of those of which the answer is known."""
    answers = {name: z[:, at] > 0 for at, name in enumerate(YES_NO)} | {'task_type': z[:, TYPE].argmax(1), 'complexity': z[:, LEVEL].argmax(1)}
    def share(name, answer):
        known = np.array([row[name] for row in which])
        return (answer.cpu().numpy() == known)[known >= 0].mean()
    likeliest = z[:, KIND].argmax(1).tolist()
    of_kind = np.mean([kind in row['kinds'] for kind, row in zip(likeliest, which) if row['kinds']])
    begun = [set((told[:, 0] > 0).nonzero().flatten().tolist()) for told in of_words.cpu()]
    cut = [(found, {word for word, _ in row['starts']}) for found, row in zip(begun, which) if row['starts'] is not None]
    whole, several = ([found == right for found, right in cut if bool(right) == many] for many in (False, True))
    return ' '.join(f'{name} {share(name, answer):.3f}' for name, answer in answers.items()) + (
        f' kind {of_kind:.3f} uncut {np.mean(whole):.3f} of {len(whole)} cut {np.mean(several):.3f} of {len(several)}')

def yes_no_loss(z, odds, counts):
    """`counts` says of each text and answer how much it counts."""
    each = F.binary_cross_entropy_with_logits(z[:, :len(YES_NO)], odds, reduction='none') * counts
    return sum(weight * each[:, at].sum() / counts[:, at].sum().clamp(min=1) for at, weight in enumerate(IMPORTANCE))

def teach(seed, epochs=4.5, size=64):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    stack = encoder_stack()
    texts = tuple(part[:len(rows)] for part in teachers_texts)
    chance = np.array([row['weight'] for row in rows])
    steps = int(epochs * chance.sum() / size)
    chance /= chance.sum()
    heads = [*stack.answers.parameters(), *stack.of_words.parameters()]
    slow = [p for name, p in stack.named_parameters() if not name.startswith(('answers', 'of_words'))]
    optimiser = torch.optim.AdamW([{'params': slow, 'rate': 6e-5}, {'params': heads, 'rate': 1e-3}], weight_decay=.01)
    for step in range(steps):
        stack.train()
        for group in optimiser.param_groups: group['lr'] = group['rate'] * min(1, (step + 1) / 100) * (1 - step / steps)
        which = torch.tensor(rng.choice(len(rows), size, p=chance), device=device)
        with torch.autocast(device, dtype=torch.bfloat16): z, of_words = (told.float() for told in stack(*batch(texts, which)))
        y = labels[which]
        loss = yes_no_loss(z, y[:, :len(YES_NO)], (y[:, :len(YES_NO)] >= 0).float())
        loss = loss + loss_of_words(of_words, texts, which, starts, labelled)
        known = y[:, -2] >= 0
        loss = loss + .3 * F.cross_entropy(z[known][:, TYPE], y[known, -2].long()) + .3 * F.cross_entropy(z[known][:, LEVEL], y[known, -1].long())
        right = kinds[which]
        told_kind = right.any(1)
        among = F.log_softmax(z[told_kind][:, KIND], 1).masked_fill(right[told_kind] == 0, -math.inf)
        loss = loss - .3 * torch.logsumexp(among, 1).mean() if told_kind.any() else loss
        optimiser.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(stack.parameters(), 1.); optimiser.step()
    say('teacher', seed, told_right(*answers_of(stack, for_teacher(told_in(held))), held))
    answers, of_words = answers_of(stack, teachers_texts)
    np.savez(teacher_file(seed, 'npz'), answers=answers.half().cpu().numpy(), of_words=of_words.cpu().numpy())
    torch.save(stack.state_dict(), teacher_file(seed, 'pt'))

def teacher_file(seed, kind): return os.path.join(args.taught or args.out, f'teacher-{seed}.{kind}')

def taught_at_once(seeds):
    """Each teacher in a process of its own: one alone keeps the GPU busy for a fraction of the time."""
    missing = [seed for seed in seeds if not os.path.exists(teacher_file(seed, 'pt'))]
    running = [subprocess.Popen([sys.executable, *sys.argv, '--teach', str(seed)]) for seed in missing]
    for process in running:
        if process.wait(): raise SystemExit('a teacher failed')
    first = encoder_stack()
    first.load_state_dict(torch.load(teacher_file(seeds[0], 'pt')))
    target, of_words = 0, 0
    for seed in seeds:
        told = np.load(teacher_file(seed, 'npz'))
        target = target + torch.tensor(told['answers'], device=device).float() / len(seeds)
        of_words = of_words + torch.tensor(told['of_words'], device=device).half() / len(seeds)
    for seed in [] if args.taught else seeds:
        for kind in ('npz', 'pt'): os.remove(teacher_file(seed, kind))
    return first, target, of_words

def student(teacher, kept, which):
    """Starts from some layers of a teacher, of whose inner features the strongest are kept."""
    stack = Stack(len(kept), args.word_size, len(which), args.inner, bend).to(device)
    with torch.no_grad():
        u, s, v = torch.linalg.svd(teacher.words.weight[kept], full_matrices=False)
        stack.words.weight.copy_(u[:, :args.word_size] * s[:args.word_size].sqrt())
        stack.widened.weight.copy_((s[:args.word_size].sqrt()[:, None] * v[:args.word_size]).T)
        stack.positions.weight.copy_(teacher.positions.weight)
        stack.entered.load_state_dict(teacher.entered.state_dict()); stack.answers.load_state_dict(teacher.answers.state_dict())
        stack.of_words.load_state_dict(teacher.of_words.state_dict())
        for layer, at in zip(stack.layers, which):
            old = teacher.layers[at]
            for name in ('query_key_value', 'joined', 'attended', 'done'): getattr(layer, name).load_state_dict(getattr(old, name).state_dict())
            strong = (old.up.weight.norm(dim=1) * old.down.weight.norm(dim=0)).topk(args.inner).indices.sort().values
            layer.up.weight.copy_(old.up.weight[strong]); layer.up.bias.copy_(old.up.bias[strong])
            layer.down.weight.copy_(old.down.weight[:, strong]); layer.down.bias.copy_(old.down.bias)
    stack.widened.round_to(7)
    for layer in stack.layers:
        for dense in (layer.query_key_value, layer.joined, layer.up, layer.down): dense.round_to(4)
    return stack.to(device)

def learn(stack, texts, target, of_words, size=512):
    rng = np.random.default_rng(1)
    chance = np.array([3. if row['weight'] == 1 else .7 for row in rows] + [1.] * len(variants)); chance /= chance.sum()
    odds = torch.sigmoid(target)
    # A sentence beside others teaches only whether it gives orders, and nothing else teaches that.
    is_task = torch.tensor([float(beside is None) for _, beside in told_in(rows) + variants], device=device)
    counts = is_task[:, None].repeat(1, len(YES_NO)); counts[:, ORDERS] = 1 - is_task
    optimiser = torch.optim.AdamW(stack.parameters(), lr=args.rate, weight_decay=.01)
    steps = args.epochs * len(chance) // size
    drawn = torch.tensor(rng.choice(len(chance), (steps, size), p=chance))
    step, started = 0, time.time()
    while step < steps:
        if step == TIMED and args.seconds: steps = min(steps, steps_within(args.seconds, (time.time() - started) / TIMED))
        stack.train()
        for group in optimiser.param_groups: group['lr'] = args.rate * min(1, (step + 1) / TIMED) * (1 - step / steps)
        which = drawn[step].to(device)
        with torch.autocast(device, dtype=torch.bfloat16): z, z_of_words = (told.float() for told in stack(*batch(texts, which)))
        loss = yes_no_loss(z, odds[which, :len(YES_NO)], counts[which]) + loss_of_words(z_of_words, texts, which, of_words, answered)
        tasks = is_task[which] > 0
        for part in (TYPE, LEVEL): loss = loss + .3 * F.kl_div(F.log_softmax(z[tasks][:, part], 1), F.softmax(target[which[tasks]][:, part], 1), reduction='batchmean')
        by_kind = F.kl_div(F.log_softmax(z[tasks][:, KIND], 1), F.softmax(target[which[tasks]][:, KIND], 1), reduction='none').sum(1)
        # Work that needs no tool has no kind.
        loss = loss + .3 * (by_kind * odds[which[tasks], 0]).mean()
        loss = loss + .02 * F.mse_loss(z[tasks, 0], target[which[tasks], 0].clamp(-6, 6))
        optimiser.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(stack.parameters(), 1.); optimiser.step()
        if step % 1000 == 0: say('step', step, 'of', steps, 'loss', round(loss.item(), 4))
        step += 1

def steps_within(seconds, of_each): return TIMED + int((began + seconds - time.time()) / of_each)

def write(stack, pieces):
    chunks, tensors, at = [], {}, 0
    def put(array):
        nonlocal at
        data = np.ascontiguousarray(array).tobytes()
        chunks.append(data + b'\0' * (-len(data) % 4))
        place, at = at, at + len(chunks[-1])
        return place
    def floats(name, tensor):
        array = tensor.detach().float().cpu().numpy().reshape(tensor.shape[0] if tensor.dim() > 1 else 1, -1)
        tensors[name] = dict(kind='f32', rows=array.shape[0], columns=array.shape[1], at=put(array), scales_at=0)
    def whole(name, values, scales, bits):
        array = (values.detach().cpu().numpy().round() + 2 ** (bits - 1)).astype(np.uint8)
        shape = array.shape
        if bits == 4: array = array.reshape(-1, 2); array = array[:, 0] | array[:, 1] << 4
        place = put(array)
        tensors[name] = dict(kind=f'u{bits}', rows=shape[0], columns=shape[1], at=place, scales_at=put(scales.detach().float().cpu().numpy().reshape(-1)))
    def dense(name, layer, bias=True):
        whole(name, layer.whole(), layer.scale.abs() + 1e-8, layer.bits)
        floats(name + '.bias', layer.bias if bias else torch.zeros(WIDTH))
    def norm(name, layer): floats(name + '.gain', layer.weight); floats(name + '.shift', layer.bias)
    scale = stack.words.weight.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
    whole('words', stack.words.weight / scale, scale, 8)
    dense('widened', stack.widened, bias=False)
    floats('positions', stack.positions.weight[:BEGIN + END + 2 + 6]); norm('entered', stack.entered)
    for n, layer in enumerate(stack.layers):
        for name in ('query_key_value', 'joined', 'up', 'down'): dense(f'{n}.{name}', getattr(layer, name))
        norm(f'{n}.attended', layer.attended); norm(f'{n}.done', layer.done)
    floats('answers', stack.answers.weight[:KIND.start]); floats('answers.bias', stack.answers.bias[:KIND.start])
    floats('of_words', stack.of_words.weight); floats('of_words.bias', stack.of_words.bias)
    scale = stack.answers.weight[KIND].abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
    whole('kinds', stack.answers.weight[KIND] / scale, scale, 8); floats('kinds.bias', stack.answers.bias[KIND])
    layout = dict(width=WIDTH, heads=HEADS, inner=args.inner, layers=len(stack.layers), begin=BEGIN, end=END,
                  beside=dict(zip(('begin', 'end', 'rest'), BESIDE)),
                  task_types=told['task_types'], complexities=told['complexities'], kinds=told['kinds'], tensors=tensors)
    json.dump(layout, open(os.path.join(args.out, 'layout.json'), 'w'), indent=1)
    open(os.path.join(args.out, 'reader.bin'), 'wb').write(b''.join(chunks))
    open(os.path.join(args.out, 'pieces.txt'), 'w').write('\n'.join(pieces))
    say(at, 'bytes')

def opened(folder):
    """A finished reader, as `write` wrote it."""
    layout = json.load(open(os.path.join(folder, 'layout.json')))
    pieces = open(os.path.join(folder, 'pieces.txt')).read().split('\n')
    stored = open(os.path.join(folder, 'reader.bin'), 'rb').read()
    def numbers(at, count, kind=np.float32): return np.frombuffer(stored, kind, count, at)
    def tensor(name):
        told = layout['tensors'][name]
        count, shape = told['rows'] * told['columns'], (told['rows'], told['columns'])
        if told['kind'] == 'f32': return torch.tensor(numbers(told['at'], count).reshape(shape)), None
        bits = int(told['kind'][1:])
        values = numbers(told['at'], count // 2 if bits == 4 else count, np.uint8)
        if bits == 4: values = np.stack((values & 15, values >> 4), 1)
        scale = torch.tensor(numbers(told['scales_at'], told['rows']))[:, None]
        return (torch.tensor(values.astype(np.float32).reshape(shape)) - 2 ** (bits - 1)) * scale, scale
    def floats(parameter, name): parameter[:] = tensor(name)[0].view(parameter[:].shape)
    stack = Stack(len(pieces), layout['tensors']['words']['columns'], layout['layers'], layout['inner'], bend)
    with torch.no_grad():
        def dense(layer, name):
            layer.weight[:], scale = tensor(name)
            layer.round_to(int(layout['tensors'][name]['kind'][1:]))
            layer.scale[:] = scale
            if layer.bias is not None: floats(layer.bias, name + '.bias')
        def norm(layer, name): floats(layer.weight, name + '.gain'); floats(layer.bias, name + '.shift')
        stack.words.weight[:] = tensor('words')[0]
        positions = tensor('positions')[0]
        stack.positions.weight[:len(positions)] = positions
        dense(stack.widened, 'widened'); norm(stack.entered, 'entered')
        for n, layer in enumerate(stack.layers):
            for name in ('query_key_value', 'joined', 'up', 'down'): dense(getattr(layer, name), f'{n}.{name}')
            norm(layer.attended, f'{n}.attended'); norm(layer.done, f'{n}.done')
        floats(stack.answers.weight[:KIND.start], 'answers'); floats(stack.answers.bias[:KIND.start], 'answers.bias')
        stack.answers.weight[KIND] = tensor('kinds')[0]; floats(stack.answers.bias[KIND], 'kinds.bias')
        knows_words = 'of_words' in layout['tensors']
        if knows_words: floats(stack.of_words.weight, 'of_words'); floats(stack.of_words.bias, 'of_words.bias')
    return stack.to(device), tokenizer_of(pieces), pieces, knows_words

def told_by(readers):
    """What finished readers say in the mean of every text; of its words only some of them may say anything."""
    global tokenizer
    target, of_words, knowing = 0, 0, sum(knows_words for *_, knows_words in readers)
    for stack, tokenizer, _, knows_words in readers:
        say('taught by', told_right(*answers_of(stack, for_reader(told_in(held))), held))
        answers, told = answers_of(stack, for_reader(told_in(rows) + variants))
        target = target + answers / len(readers)
        if knows_words: of_words = of_words + told.half() / knowing
    return target, of_words

for folder in (args.out, args.taught or args.out): os.makedirs(folder, exist_ok=True)
if args.teach is not None:
    teachers_texts = for_teacher(told_in(rows) + variants)
    teach(args.teach)
    raise SystemExit
say(len(rows), 'tasks', len(variants), 'variants')
if args.readers:
    readers = [opened(folder) for folder in args.readers]
    target, of_words = told_by(readers)
    reader, tokenizer, pieces, _ = readers[0]
else:
    first, target, of_words = taught_at_once(range(args.teachers))
    tokenizer, kept, pieces = small_tokenizer(args.pieces)
    reader = student(first, kept, [int(at) for at in args.layers.split(',')])
learn(reader, for_reader(told_in(rows) + variants), target, of_words)
say('reader', told_right(*answers_of(reader, for_reader(told_in(held))), held))
write(reader, pieces)
if args.asked:
    asked = json.load(open(args.asked))
    answers = {name: answers_of(reader, for_reader(texts), 256)[0].cpu().numpy().round(4).tolist() for name, texts in asked.items()}
    json.dump(answers, open(os.path.join(args.out, 'answers.json'), 'w'))
