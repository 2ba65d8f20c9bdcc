"""Makes the static token table: fine-tunes a small sentence encoder on the prepared pairs, distils it into one
vector per token, trains that table contrastively, and rounds it to int8 per row. Usage is in training/README.md."""
import argparse, gzip, json, os, time
import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

parser = argparse.ArgumentParser()
parser.add_argument('--prepared', required=True)
parser.add_argument('--encoder', required=True, help='folder with config.json, tokenizer.json and one .safetensors file')
parser.add_argument('--out', required=True)
parser.add_argument('--dimensions', type=int, default=256)
parser.add_argument('--teacher-steps', type=int, default=1000)
parser.add_argument('--distil-epochs', type=int, default=8)
parser.add_argument('--contrast-steps', type=int, default=8000)
args = parser.parse_args()

torch.manual_seed(7)
rng = np.random.default_rng(7)
device = 'cuda' if torch.cuda.is_available() else 'cpu'
began = time.time()
def say(*words): print(f'[{time.time() - began:6.1f}s]', *words, flush=True)

def unzipped(name, kind):
    with gzip.open(os.path.join(args.prepared, name)) as file: return np.frombuffer(file.read(), dtype=kind)

with gzip.open(os.path.join(args.prepared, 'texts.jsonl.gz'), 'rt') as file: texts = [json.loads(line) for line in file]
starts = np.fromfile(os.path.join(args.prepared, 'starts.u32'), dtype=np.uint32).astype(np.int64)
tokens = unzipped('tokens.u16.gz', np.uint16).astype(np.int64)
pairs = unzipped('pairs.u32.gz', np.uint32).reshape(-1, 4).astype(np.int64)
sources = json.load(open(os.path.join(args.prepared, 'sources.json')))
vocabulary = open(os.path.join(args.prepared, 'vocabulary.txt')).read().split('\n')
shares = {'metatool': 2.5, 'written': 9, 'written-tool': 4, 'tool-to-server': 2, 'toolname-to-tool': 1, 'name-to-server': 1, 'framed-tool': 2, 'framed-server': 3, 'skills': 4, 'alike': 2.5, 'wordnet': 1, 'halves': .7}
say(len(texts), 'texts', len(pairs), 'pairs', len(vocabulary), 'tokens')

order = rng.permutation(len(pairs))
held = pairs[order[:len(pairs) // 33]]
train = pairs[order[len(pairs) // 33:]]
by_source = [train[train[:, 2] == at] for at in range(len(sources))]
weights = np.array([shares[name] if len(by_source[at]) else 0. for at, name in enumerate(sources)])
weights /= weights.sum()

def draw(size):
    """One batch of one source, so that the other documents of the batch are alike in kind and hence hard."""
    own = by_source[rng.choice(len(sources), p=weights)]
    return own[rng.integers(0, len(own), size)]

# The encoder.
config = BertConfig(**{k: v for k, v in json.load(open(os.path.join(args.encoder, 'config.json'))).items() if k not in ('architectures', 'transformers_version', '_name_or_path')})
encoder = BertModel(config, add_pooling_layer=False)
weights_file = next(name for name in os.listdir(args.encoder) if name.endswith('.safetensors'))
stored = load_file(os.path.join(args.encoder, weights_file))
# A tensor may be kept as int8 rows beside '<its name>.scale', which halves what has to travel.
state = {k: v.float() * stored[k + '.scale'] if k + '.scale' in stored else v.float() for k, v in stored.items() if 'position_ids' not in k and not k.endswith('.scale')}
missing = encoder.load_state_dict(state, strict=False)
say('encoder loaded; missing', missing.missing_keys)
encoder.to(device)
tokenizer = Tokenizer.from_file(os.path.join(args.encoder, 'tokenizer.json'))
tokenizer.no_padding(); tokenizer.enable_truncation(96)
encoded = [item.ids for item in tokenizer.encode_batch(texts)]
say('encoder tokens ready')

def embed(indices):
    rows = [encoded[i] for i in indices]
    longest = max(map(len, rows))
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.long)
    for at, row in enumerate(rows):
        ids[at, :len(row)] = torch.tensor(row); mask[at, :len(row)] = 1
    ids, mask = ids.to(device), mask.to(device)
    with torch.autocast(device, dtype=torch.bfloat16):
        hidden = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
    hidden = hidden.float() * mask[..., None]
    return F.normalize(hidden.sum(1) / mask.sum(1, keepdim=True), dim=-1)

def embed_all(indices, size=2048):
    encoder.eval()
    lengths = np.array([len(encoded[i]) for i in indices])
    result = torch.empty(len(indices), config.hidden_size)
    by_length = np.argsort(lengths)
    with torch.no_grad():
        for at in range(0, len(indices), size):
            part = by_length[at:at + size]
            result[part] = embed([indices[i] for i in part]).cpu()
    return result

def contrast(q, d, batch, temperature, extra=None):
    """In-batch cross entropy both ways; documents of the same group, or of the same query, are no negatives."""
    scores = q @ d.T / temperature
    q_ids, groups = torch.tensor(batch[:, 0], device=device), torch.tensor(batch[:, 3], device=device)
    same = (groups[:, None] == groups[None]) | (q_ids[:, None] == q_ids[None])
    same.fill_diagonal_(False)
    scores = scores.masked_fill(same, -1e4)
    goal = torch.arange(len(batch), device=device)
    forward = scores if extra is None else torch.cat([scores, extra / temperature], 1)
    return (F.cross_entropy(forward, goal) + F.cross_entropy(scores.T, goal)) / 2

def hard_negatives(vectors_of, count=8):
    """For every training pair some near documents of the same source, past the very nearest, which may be right too."""
    found = np.zeros((len(train), count), dtype=np.int64)
    for at in range(len(sources)):
        rows = np.where(train[:, 2] == at)[0]
        if not len(rows): continue
        docs, firsts = np.unique(train[rows, 1], return_index=True)
        group_of = train[rows[firsts], 3]
        d = vectors_of(docs).to(device)
        q = vectors_of(train[rows, 0]).to(device)
        low, high = (1, 16) if len(docs) < 500 else (4, 40)
        for part in np.array_split(np.arange(len(rows)), max(1, len(rows) // 4096)):
            near = (q[part] @ d.T).topk(min(high, len(docs)), dim=1).indices.cpu().numpy()[:, low:]
            chosen = near[:, rng.permutation(near.shape[1])[:count]]
            own = train[rows[part], 3][:, None]
            found[rows[part]] = docs[np.where(group_of[chosen] == own, rng.integers(0, len(docs), chosen.shape), chosen)]
    return found

def fine_tune(steps, rate, negatives=None, size=512):
    encoder.train()
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=rate, weight_decay=.01)
    rows_of = [np.where(train[:, 2] == at)[0] for at in range(len(sources))]
    for step in range(steps):
        for group in optimiser.param_groups: group['lr'] = rate * min(1, (step + 1) / 50) * (1 - step / steps)
        rows = rng.choice(rows_of[rng.choice(len(sources), p=weights)], size)
        batch = train[rows]
        q, d = embed(batch[:, 0]), embed(batch[:, 1])
        extra = None
        if negatives is not None:
            wrong = embed(negatives[rows, rng.integers(0, negatives.shape[1])])
            extra = (q * wrong).sum(1, keepdim=True)
        loss = contrast(q, d, batch, .05, extra)
        optimiser.zero_grad(); loss.backward(); optimiser.step()
        if step % 100 == 0: say('encoder step', step, 'loss', round(loss.item(), 4))

def held_hit(vectors_of, label):
    """Share of held-out queries whose own document comes first among 2,000 of its source."""
    report = []
    for at, name in enumerate(sources):
        rows = held[held[:, 2] == at]
        if len(rows) < 20: continue
        pool = by_source[at][rng.integers(0, len(by_source[at]), 2000), 1]
        docs = np.unique(np.concatenate([rows[:, 1], pool]))
        best = (vectors_of(rows[:, 0]) @ vectors_of(docs).T).argmax(1).numpy()
        report.append(f'{name} {np.mean(docs[best] == rows[:, 1]):.3f}')
    say(label, '; '.join(report))

held_hit(lambda ids: embed_all(list(ids)), 'encoder before')
fine_tune(args.teacher_steps, 4e-5)
held_hit(lambda ids: embed_all(list(ids)), 'encoder once')
negatives = hard_negatives(lambda ids: embed_all(list(ids)))
say('hard negatives mined')
fine_tune(args.teacher_steps, 2e-5, negatives)
held_hit(lambda ids: embed_all(list(ids)), 'encoder twice')

teacher = embed_all(list(range(len(texts)))).to(device)
mean = teacher.mean(0)
_, _, axes = torch.linalg.svd((teacher[torch.randperm(len(teacher))[:60000].to(device)] - mean), full_matrices=False)
target = F.normalize((teacher - mean) @ axes[:args.dimensions].T, dim=-1)
say('teacher vectors reduced')

# The table.
flat = torch.tensor(tokens, device=device)
offsets = torch.tensor(starts, device=device)
counts = torch.bincount(flat, minlength=len(vocabulary)).float()
table = torch.nn.Embedding(len(vocabulary), args.dimensions).to(device)
with torch.no_grad():
    rows = torch.repeat_interleave(torch.arange(len(texts), device=device), offsets[1:] - offsets[:-1])
    start = torch.zeros_like(table.weight).index_add_(0, flat, target[rows]) / counts.clamp(min=1)[:, None]
    rarity = 1e-3 / (1e-3 + counts / counts.sum())
    words = [piece.replace('##', '') for piece in vocabulary]
    encoded += [tokenizer.encode(word).ids for word in words]
    alone = F.normalize((embed_all(list(range(len(texts), len(encoded)))).to(device) - mean) @ axes[:args.dimensions].T, dim=-1)
    trust = (counts / (counts + 20))[:, None]
    table.weight.copy_(F.normalize(trust * F.normalize(start, dim=-1) + (1 - trust) * alone, dim=-1) * rarity.clamp(min=.05)[:, None])

def pooled(ids, keep=1.0):
    """Unit sums of the token vectors of the texts; keep below 1 drops tokens at random."""
    ids = torch.as_tensor(ids, device=device)
    lengths = offsets[ids + 1] - offsets[ids]
    owner = torch.repeat_interleave(torch.arange(len(ids), device=device), lengths)
    within = torch.arange(len(owner), device=device) - torch.repeat_interleave(lengths.cumsum(0) - lengths, lengths)
    vectors = table(flat[offsets[ids][owner] + within])
    if keep < 1: vectors = vectors * (torch.rand(len(vectors), 1, device=device) < keep)
    total = torch.zeros(len(ids), args.dimensions, device=device).index_add_(0, owner, vectors)
    return F.normalize(total, dim=-1, eps=1e-6)

def static_vectors(ids):
    with torch.no_grad(): return pooled(np.asarray(ids)).cpu()

def distil(epochs, size=8192):
    optimiser = torch.optim.Adam(table.parameters(), lr=3e-3)
    has = np.where(starts[1:] > starts[:-1])[0]
    total, step = epochs * (len(has) // size), 0
    for epoch in range(epochs):
        for part in np.array_split(rng.permutation(has), len(has) // size):
            for group in optimiser.param_groups: group['lr'] = 3e-3 * (1 - step / (total + epochs))
            loss = (1 - (pooled(part) * target[torch.as_tensor(part, device=device)]).sum(1)).mean()
            optimiser.zero_grad(); loss.backward(); optimiser.step(); step += 1
        say('distil epoch', epoch, 'loss', round(loss.item(), 4))

def contrast_table(steps, size=1024, rate=1.5e-3):
    negatives = hard_negatives(lambda ids: static_vectors(ids))
    rows_of = [np.where(train[:, 2] == at)[0] for at in range(len(sources))]
    has = np.where(starts[1:] > starts[:-1])[0]
    optimiser = torch.optim.Adam(table.parameters(), lr=rate)
    for step in range(steps):
        for group in optimiser.param_groups: group['lr'] = rate * (1 - step / steps)
        rows = rng.choice(rows_of[rng.choice(len(sources), p=weights)], size)
        batch = train[rows]
        q, d = pooled(batch[:, 0], .7), pooled(batch[:, 1], .8)
        wrong = pooled(negatives[rows, rng.integers(0, negatives.shape[1])])
        loss = contrast(q, d, batch, .06, (q * wrong).sum(1, keepdim=True))
        anchors = rng.choice(has, 4096)
        keepers = (1 - (pooled(anchors) * target[torch.as_tensor(anchors, device=device)]).sum(1)).mean()
        with torch.no_grad():
            wanted = (target[torch.as_tensor(batch[:, 0], device=device)] @ target[torch.as_tensor(batch[:, 1], device=device)].T / .06).softmax(1)
        follow = -(wanted * (q @ d.T / .06).log_softmax(1)).sum(1).mean()
        total = loss + 2 * keepers + .5 * follow
        optimiser.zero_grad(); total.backward(); optimiser.step()
        if step % 1000 == 0: say('table step', step, 'loss', round(loss.item(), 4), 'distance', round(keepers.item(), 4))

held_hit(lambda ids: target[torch.as_tensor(ids, device=device)].cpu(), 'teacher reduced')
held_hit(static_vectors, 'table before')
distil(args.distil_epochs)
held_hit(static_vectors, 'table distilled')
contrast_table(args.contrast_steps)
held_hit(static_vectors, 'table trained')

# Axes by falling variance; then int8 with one scale per row.
with torch.no_grad():
    _, _, turn = torch.linalg.svd(pooled(rng.choice(len(texts), 50000)), full_matrices=False)
    final = (table.weight @ turn.T).cpu().numpy()
scale = np.abs(final).max(1, keepdims=True) / 127 + 1e-12
os.makedirs(args.out, exist_ok=True)
np.rint(final / scale).astype(np.int8).tofile(os.path.join(args.out, 'table.i8'))
scale.astype(np.float32).tofile(os.path.join(args.out, 'scales.f32'))
open(os.path.join(args.out, 'vocabulary.txt'), 'w').write('\n'.join(vocabulary))
with torch.no_grad():
    table.weight.copy_(torch.tensor(np.rint(final / scale) * scale, device=device))
held_hit(static_vectors, 'table as int8')
say('done', os.path.getsize(os.path.join(args.out, 'table.i8')))
