// The engine's isolation forest in C, to say how far WebAssembly is from the machine: the same growing, the same
// ranks, the same routing of rows as lists, eight ranks at a time. One thread. Prints what bench/run.mjs reads.
//
//   forest WORK NOMINAL ROWS WIDTH TREES SUBSAMPLE RANGE_CHECK REPEAT [TEST TEST_ROWS]     WORK: fit, fit-oob, score
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

enum { END = 0xffff, LEAST_END = 0xf000, HEAVY_RIGHT = 0x8000, BLOCK = 16384, GROUP_NUMBERS = 65535 };

static u32 width, trees, psi, rangeCheck;

static void *room(size_t bytes) {
  void *at = aligned_alloc(64, (bytes + 63 + 64) / 64 * 64);
  if (!at) exit(2);
  memset(at, 0, (bytes + 63 + 64) / 64 * 64);
  return at;
}

// Random numbers: sfc32.
static u32 ra, rb, rc, rd;
static inline u32 next(void) {
  u32 sum = ra + rb + rd++;
  ra = rb ^ (rb >> 9);
  rb = rc + (rc << 3);
  rc = ((rc << 21) | (rc >> 11)) + sum;
  return sum;
}
static void seed(u32 tree) {
  ra = 0x9e3779b9, rb = 0x243f6a88, rc = tree * 2654435761u + 1, rd = 1;
  for (int i = 0; i < 20; i++) next();
}

// Trees, one after another, children numbered within their tree; a negative child is a leaf of so many rows.
typedef struct { double low, split, high; int left, right; u32 size, feature; } Node;
static Node *nodes;
static u32 *firstNode;

static double *columnsOf(const char *path, u32 rows) {
  FILE *file = fopen(path, "rb");
  double *row = room(8 * width), *columns = room((size_t)8 * width * rows);
  if (!file) exit(2);
  for (u32 i = 0; i < rows; i++) {
    if (fread(row, 8, width, file) != width) exit(2);
    for (u32 j = 0; j < width; j++) columns[(size_t)j * rows + i] = row[j];
  }
  fclose(file);
  free(row);
  return columns;
}

// Grows one tree on the rows in `here`; returns its number of nodes.
static u32 grow(Node *tree, const double *columns, u32 rows, u32 *here, u32 *there, u32 *features) {
  struct { u32 *from; u32 size; int *slot; } stack[65536], *top = stack;
  static int rootSlot;
  for (u32 j = 0; j < width; j++) features[j] = j;
  u32 count = 0, size = psi, *from = here;
  int *slot = &rootSlot;
  ptrdiff_t across = there - here;
  for (;;) {
    Node *node = tree + count;
    u32 left = width;
    const double *column = 0;
    double low = 0, high = 0;
    for (; left > 0; left--) {
      u32 drawn = next() % left, j = features[drawn];
      features[drawn] = features[left - 1], features[left - 1] = j;
      column = columns + (size_t)j * rows;
      low = INFINITY, high = -INFINITY;
      for (u32 i = 0; i < size; i++) {
        double x = column[from[i]];
        low = x < low ? x : low, high = x > high ? x : high;
      }
      node->feature = j;
      if (low < high) break;
    }
    if (left == 0) *slot = -(int)size;
    else {
      double split = low + (high - low) * ((next() >> 16) / 65536.0);
      if (!(split < high)) split = low;
      *slot = (int)count++;
      node->low = low, node->high = high, node->split = split, node->size = size;
      u32 *to = from < there ? from + across : from - across, *front = to, *back = to + size - 1;
      for (u32 i = 0; i < size; i++) {
        u32 row = from[i], goesLeft = column[row] <= split;
        *front = row, *back = row, front += goesLeft, back -= 1 - goesLeft;
      }
      u32 toLeft = (u32)(front - to), toRight = size - toLeft;
      node->left = -(int)toLeft, node->right = -(int)toRight;
      if (toRight > 2) top->from = to + toLeft, top->size = toRight, top->slot = &node->right, top++;
      if (toLeft > 2) { from = to, size = toLeft, slot = &node->left; continue; }
    }
    if (top == stack) return count;
    top--, from = top->from, size = top->size, slot = top->slot;
  }
}

// Records of ranks, as assembly/ranked-record.ts.
typedef struct { int16_t low, split, high; u16 feature, left, right; } Record;
static double endAdds[END - LEAST_END + 1];
static u16 *endOfSize;
static u32 endsUsed = 1;

static double leafDepth(u32 n) { return n <= 1 ? 0 : n == 2 ? 1 : 2 * (log(n - 1) + 0.5772156649015329) - 2.0 * (n - 1) / n; }
static u16 endOf(u32 size) {
  if (!endOfSize[size]) endAdds[endsUsed] = leafDepth(size), endOfSize[size] = (u16)(END - endsUsed++);
  return endOfSize[size];
}
static void childrenOf(Record *records, const Node *tree, u32 count) {
  for (u32 k = 0; k < count; k++) {
    int left = tree[k].left, right = tree[k].right;
    u32 leftRows = left < 0 ? (u32)-left : tree[left].size, rightRows = right < 0 ? (u32)-right : tree[right].size;
    records[k].feature = (u16)(tree[k].feature | (rightRows > leftRows ? HEAVY_RIGHT : 0));
    records[k].left = left < 0 ? endOf((u32)-left) : (u16)((u32)left - k);
    records[k].right = right < 0 ? endOf((u32)-right) : (u16)((u32)right - k);
  }
}

// Sorted distinct numbers and a grid over them, as assembly/ranks.ts.
typedef struct { double *values; u32 *starts, count, cells; double least, perUnit; } Scale;
static inline u32 cellOf(const Scale *s, double x) {
  double cell = (x - s->least) * s->perUnit, most = s->cells - 1;
  cell = cell < most ? cell : most;
  return (u32)(cell > 0 ? cell : 0);
}
static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static Scale scaleOf(double *values, u32 count) {
  Scale s = {values, 0, 0, 0, 0, 0};
  qsort(values, count, 8, ascending);
  for (u32 i = 0; i < count; i++) if (s.count == 0 || values[i] != values[s.count - 1]) values[s.count++] = values[i];
  s.cells = s.count > 1 ? s.count / 2 : 1;
  s.starts = room(4 * (size_t)(s.cells + 1));
  s.least = s.count ? values[0] : 0;
  double perUnit = s.count > 1 ? s.cells / (values[s.count - 1] - values[0]) : 0;
  s.perUnit = perUnit < INFINITY ? perUnit : 0;
  for (u32 i = 0; i < s.count; i++) s.starts[cellOf(&s, values[i]) + 1]++;
  for (u32 c = 0; c < s.cells; c++) s.starts[c + 1] += s.starts[c];
  return s;
}
// How many of the numbers are below x, or at most x.
static inline u32 countBelow(const Scale *s, double x, int orEqual) {
  u32 cell = cellOf(s, x), at = s->starts[cell], left = s->starts[cell + 1] - at;
  while (left > 0) {
    u32 half = (left + 1) / 2;
    double v = s->values[at + half - 1];
    at += (orEqual ? v <= x : v < x) ? half : 0;
    left -= half;
  }
  return at;
}

// Routing, as assembly/route.ts.
static u8 packing[2][256][16] __attribute__((aligned(16)));
static u16 *lists, *ended;
static void preparePacking(void) {
  for (int mask = 0; mask < 256; mask++) {
    int in = 0, out = 0;
    for (int lane = 0; lane < 8; lane++) {
      int inside = mask >> lane & 1, at = inside ? in++ : out++;
      packing[!inside][mask][2 * at] = (u8)(2 * lane), packing[!inside][mask][2 * at + 1] = (u8)(2 * lane + 1);
    }
  }
}
static inline void add(const u16 *from, const u16 *to, double depth, double *sums) { for (; from < to; from++) sums[*from] += depth; }
static inline __m128i packed(__m128i rows, const u8 *order) { return _mm_shuffle_epi8(rows, _mm_load_si128((const __m128i *)order)); }

static void route(const Record *record, const int16_t *columns, size_t stride, const u16 *rows, u32 count, double *sums) {
  struct { const Record *record; u16 *list, *top; u32 n; double depth; } stack[64], *waiting = stack;
  u16 *list = lists, *top = lists + count + 16;
  const u16 *source = rows;
  u32 n = count;
  double depth = 1;
  while (n > 0) {
    const int16_t *column = columns + (record->feature & ~HEAVY_RIGHT) * stride;
    int heavyRight = record->feature >> 15;
    __m128i low = _mm_set1_epi16(record->low), split = _mm_set1_epi16(record->split), high = _mm_set1_epi16(record->high);
    u16 *lefts = heavyRight ? top : list, *rights = heavyRight ? list : top;
    u16 *toLeft = lefts, *toRight = rights, *toEnd = ended;
    u32 outLeft = 0, inRight = 0;
    for (const u16 *at = source, *stop = source + n; at < stop; at += 8) {
      __m128i these = _mm_loadu_si128((const __m128i *)at);
      __m128i x = _mm_set_epi16(column[at[7]], column[at[6]], column[at[5]], column[at[4]], column[at[3]], column[at[2]], column[at[1]], column[at[0]]);
      __m128i right = _mm_cmpgt_epi16(x, split), notLeft = _mm_or_si128(_mm_cmpgt_epi16(low, x), right);
      u32 sides = (u32)_mm_movemask_epi8(_mm_packs_epi16(notLeft, _mm_andnot_si128(_mm_cmpgt_epi16(x, high), right)));
      outLeft = sides & 255, inRight = sides >> 8;
      _mm_storeu_si128((__m128i *)toLeft, packed(these, packing[1][outLeft]));
      _mm_storeu_si128((__m128i *)toRight, packed(these, packing[0][inRight]));
      _mm_storeu_si128((__m128i *)toEnd, packed(these, packing[0][outLeft ^ inRight]));
      u32 out = (u32)__builtin_popcount(outLeft), in = (u32)__builtin_popcount(inRight);
      toLeft += 8 - out, toRight += in, toEnd += out - in;
    }
    u32 beyond = ~((1u << (((n - 1) & 7) + 1)) - 1) & 255;
    u32 out = (u32)__builtin_popcount(outLeft & beyond), in = (u32)__builtin_popcount(inRight & beyond);
    toLeft -= (u32)__builtin_popcount(beyond) - out, toRight -= in, toEnd -= out - in;
    add(ended, toEnd, depth, sums);
    if (record->left >= LEAST_END) add(lefts, toLeft, depth + endAdds[END - record->left], sums), toLeft = lefts;
    if (record->right >= LEAST_END) add(rights, toRight, depth + endAdds[END - record->right], sums), toRight = rights;
    u32 leftCount = (u32)(toLeft - lefts), rightCount = (u32)(toRight - rights);
    u32 heavyCount = heavyRight ? rightCount : leftCount, lightCount = heavyRight ? leftCount : rightCount;
    const Record *heavy = record + (heavyRight ? record->right : record->left);
    const Record *light = record + (heavyRight ? record->left : record->right);
    depth += 1;
    if (lightCount) {
      if (heavyCount) {
        waiting->record = heavy, waiting->list = list, waiting->top = top, waiting->n = heavyCount, waiting->depth = depth;
        waiting++;
      }
      record = light, n = lightCount, list = top, top += n + 16;
    } else if (heavyCount) record = heavy, n = heavyCount;
    else if (waiting > stack) {
      waiting--;
      record = waiting->record, list = waiting->list, top = waiting->top, n = waiting->n, depth = waiting->depth;
    } else n = 0;
    source = list;
  }
}

// Fits the forest; with `sums`, trees judge the rows they were not grown on, in pieces of 32.
static void fit(const double *columns, u32 rows, double *sums) {
  static u32 *order, *lists32, *features;
  static int16_t *ranks;
  static Scale *scales;
  enum { PIECE = 32 };
  static Record *records;
  static u32 *samples;
  static u8 *inside;
  static u16 *outside;
  if (!order) {
    order = room(4 * (size_t)rows), lists32 = room(8 * (size_t)psi + 64), features = room(4 * width);
    ranks = room(2 * (size_t)rows * width + 131072), scales = room(sizeof(Scale) * width);
    records = room(sizeof(Record) * PIECE * (size_t)psi), samples = room(4 * (size_t)PIECE * psi);
    inside = room(rows), outside = room(2 * (size_t)rows + 64);
  }
  if (sums) for (u32 j = 0; j < width; j++) {
    double *values = room(8 * (size_t)rows);
    memcpy(values, columns + (size_t)j * rows, 8 * (size_t)rows);
    scales[j] = scaleOf(values, rows);
    for (u32 i = 0; i < rows; i++) ranks[(size_t)j * rows + i] = (int16_t)((int)countBelow(scales + j, columns[(size_t)j * rows + i], 0) - 32768);
  }
  u32 total = 0;
  for (u32 from = 0; from < trees; from += PIECE) {
    u32 to = from + PIECE < trees ? from + PIECE : trees, start = total;
    for (u32 t = from; t < to; t++) {
      seed(t);
      for (u32 i = 0; i < rows; i++) order[i] = i;
      for (u32 i = 0; i < psi; i++) {
        u32 k = i + next() % (rows - i), swap = order[i];
        order[i] = order[k], order[k] = swap;
      }
      memcpy(lists32, order, 4 * psi);
      memcpy(samples + (size_t)(t - from) * psi, order, 4 * psi);
      firstNode[t] = total;
      total += grow(nodes + total, columns, rows, lists32, lists32 + psi, features);
      firstNode[t + 1] = total;
    }
    if (!sums) continue;
    for (u32 k = start; k < total; k++) {
      const Scale *scale = scales + nodes[k].feature;
      Record *record = records + (k - start);
      record->low = rangeCheck ? (int16_t)((int)countBelow(scale, nodes[k].low, 1) - 32769) : -32768;
      record->split = (int16_t)((int)countBelow(scale, nodes[k].split, 1) - 32769);
      record->high = rangeCheck ? (int16_t)((int)countBelow(scale, nodes[k].high, 1) - 32769) : 32767;
    }
    for (u32 t = from; t < to; t++) {
      Record *tree = records + (firstNode[t] - start);
      childrenOf(tree, nodes + firstNode[t], firstNode[t + 1] - firstNode[t]);
      memset(inside, 0, rows);
      for (u32 i = 0; i < psi; i++) inside[samples[(size_t)(t - from) * psi + i]] = 1;
      u32 count = 0;
      for (u32 i = 0; i < rows; i++) outside[count] = (u16)i, count += 1 - inside[i];
      route(tree, ranks, rows, outside, count, sums);
    }
  }
}

// Scores rows: groups of trees are ranked once, then blocks of rows pass all groups.
typedef struct { u32 from, to; Scale *scales; } Group;
static Group *groups;
static u32 groupCount;
static Record *modelRecords;

static void rankForest(void) {
  u32 *numbers = room(4 * width), *here = room(4 * width);
  groups = room(sizeof(Group) * trees);
  modelRecords = room(sizeof(Record) * (size_t)firstNode[trees]);
  for (u32 from = 0; from < trees;) {
    u32 to = from, full = 0;
    memset(numbers, 0, 4 * width);
    while (to < trees && !full) {
      memset(here, 0, 4 * width);
      for (u32 k = firstNode[to]; k < firstNode[to + 1]; k++) here[nodes[k].feature] += 3;
      for (u32 j = 0; j < width; j++) full |= numbers[j] + here[j] > GROUP_NUMBERS;
      if (!full) for (u32 j = 0; j < width; j++) numbers[j] += here[j];
      to += !full;
    }
    Group *group = groups + groupCount++;
    group->from = from, group->to = to, group->scales = room(sizeof(Scale) * width);
    for (u32 j = 0; j < width; j++) {
      double *values = room(8 * (size_t)(numbers[j] + 1));
      u32 count = 0;
      for (u32 k = firstNode[from]; k < firstNode[to]; k++) if (nodes[k].feature == j) {
        values[count++] = nextafter(nodes[k].low, -INFINITY), values[count++] = nodes[k].split, values[count++] = nodes[k].high;
      }
      group->scales[j] = scaleOf(values, count);
    }
    for (u32 k = firstNode[from]; k < firstNode[to]; k++) {
      const Scale *scale = group->scales + nodes[k].feature;
      modelRecords[k].low = rangeCheck ? (int16_t)((int)countBelow(scale, nextafter(nodes[k].low, -INFINITY), 0) - 32767) : -32768;
      modelRecords[k].split = (int16_t)((int)countBelow(scale, nodes[k].split, 0) - 32768);
      modelRecords[k].high = rangeCheck ? (int16_t)((int)countBelow(scale, nodes[k].high, 0) - 32768) : 32767;
    }
    for (u32 t = from; t < to; t++) childrenOf(modelRecords + firstNode[t], nodes + firstNode[t], firstNode[t + 1] - firstNode[t]);
    from = to;
  }
}
static void score(const double *columns, u32 rows, double *sums) {
  static int16_t *ranks;
  static u16 *identity;
  if (!ranks) {
    rankForest();
    ranks = room(2 * (size_t)BLOCK * width + 131072), identity = room(2 * BLOCK + 64);
    for (u32 i = 0; i < BLOCK; i++) identity[i] = (u16)i;
  }
  memset(sums, 0, 8 * (size_t)rows);
  for (u32 from = 0; from < rows; from += BLOCK) {
    u32 count = rows - from < BLOCK ? rows - from : BLOCK;
    for (u32 g = 0; g < groupCount; g++) {
      for (u32 j = 0; j < width; j++) for (u32 i = 0; i < count; i++) {
        ranks[(size_t)j * BLOCK + i] = (int16_t)((int)countBelow(groups[g].scales + j, columns[(size_t)j * rows + from + i], 0) - 32768);
      }
      for (u32 t = groups[g].from; t < groups[g].to; t++) route(modelRecords + firstNode[t], ranks, BLOCK, identity, count, sums + from);
    }
  }
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count < 9) return 2;
  const char *work = words[1];
  u32 rows = (u32)atoi(words[3]), repeat = (u32)atoi(words[8]), testRows = count > 10 ? (u32)atoi(words[10]) : 0;
  width = (u32)atoi(words[4]), trees = (u32)atoi(words[5]), psi = (u32)atoi(words[6]), rangeCheck = (u32)atoi(words[7]);
  u32 most = rows > BLOCK ? rows : BLOCK;
  nodes = room(sizeof(Node) * (size_t)trees * psi), firstNode = room(4 * (size_t)(trees + 1));
  endOfSize = room(2 * (size_t)(psi + 1)), endOfSize[1] = END;
  lists = room(36 * (size_t)most + 8192), ended = room(2 * (size_t)most + 64);
  preparePacking();
  double *columns = columnsOf(words[2], rows), *sums = room(8 * (size_t)(rows > testRows ? rows : testRows));
  double *test = testRows ? columnsOf(words[9], testRows) : 0, cpu[100], wall[100];
  if (!strcmp(work, "score")) fit(columns, rows, 0);
  for (u32 k = 0; k < repeat; k++) {
    double before = seconds(CLOCK_PROCESS_CPUTIME_ID), start = seconds(CLOCK_MONOTONIC);
    if (!strcmp(work, "score")) score(test, testRows, sums);
    else memset(sums, 0, 8 * (size_t)rows), fit(columns, rows, !strcmp(work, "fit") ? 0 : sums);
    cpu[k] = seconds(CLOCK_PROCESS_CPUTIME_ID) - before, wall[k] = seconds(CLOCK_MONOTONIC) - start;
  }
  double mean = 0;
  u32 judged = testRows ? testRows : rows;
  for (u32 i = 0; i < judged; i++) mean += sums[i] / judged;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"cpu\":[");
  for (u32 k = 0; k < repeat; k++) printf("%s%.6f", k ? "," : "", cpu[k]);
  printf("],\"wall\":[");
  for (u32 k = 0; k < repeat; k++) printf("%s%.6f", k ? "," : "", wall[k]);
  printf("],\"peak\":%.1f,\"nodes\":%u,\"meanDepthSum\":%.3f}\n", usage.ru_maxrss / 1024.0, firstNode[trees], mean);
  return 0;
}
