package alerts

import (
	"bytes"
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// interval is that of the ServiceMonitor.
const interval = 30 * time.Second

// history is all that Prometheus has scraped. It is a storage.Queryable.
type history struct {
	series map[string]*recorded
	// last has the series of the scrape before.
	last map[string]bool
}

type recorded struct {
	labels  labels.Labels
	samples []chunks.Sample
}

// point is one sample. It is a chunks.Sample.
type point struct {
	at    int64
	value float64
}

func (p point) ST() int64                     { return 0 }
func (p point) T() int64                      { return p.at }
func (p point) F() float64                    { return p.value }
func (p point) H() *histogram.Histogram       { return nil }
func (p point) FH() *histogram.FloatHistogram { return nil }
func (p point) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (p point) Copy() chunks.Sample           { return p }

func newHistory() *history { return &history{series: map[string]*recorded{}, last: map[string]bool{}} }

// scrape enters the samples of one scrape. A series that is not among them ends, as
// Prometheus has it.
func (h *history) scrape(at time.Time, samples map[string]sample) {
	now := map[string]bool{}
	for key, s := range samples {
		now[key] = true
		r := h.series[key]
		if r == nil {
			r = &recorded{labels: s.labels}
			h.series[key] = r
		}
		r.samples = append(r.samples, point{at.UnixMilli(), s.value})
	}
	for key := range h.last {
		if !now[key] {
			r := h.series[key]
			r.samples = append(r.samples, point{at.UnixMilli(), math.Float64frombits(value.StaleNaN)})
		}
	}
	h.last = now
}

func (h *history) Querier(_, _ int64) (storage.Querier, error) { return h, nil }

func (h *history) Close() error { return nil }

func (h *history) LabelValues(context.Context, string, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (h *history) LabelNames(context.Context, *storage.LabelHints, ...*labels.Matcher) ([]string, annotations.Annotations, error) {
	return nil, nil, nil
}

func (h *history) Select(_ context.Context, _ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
	var set found
	for _, r := range h.series {
		if matches(r.labels, matchers) {
			set.series = append(set.series, storage.NewListSeries(r.labels, r.samples))
		}
	}
	return &set
}

func matches(l labels.Labels, matchers []*labels.Matcher) bool {
	for _, m := range matchers {
		if !m.Matches(l.Get(m.Name)) {
			return false
		}
	}
	return true
}

// sample is one line of an exposition.
type sample struct {
	labels labels.Labels
	value  float64
}

// target is what Prometheus adds to a sample unless it has a label of the name.
var target = map[string]string{"job": "valkey-operator-metrics", "instance": "10.0.0.1:8080", "namespace": "valkey-operator"}

func entered(into map[string]sample, name string, own map[string]string, value float64) {
	all := maps.Clone(target)
	maps.Copy(all, own)
	all[model.MetricNameLabel] = name
	l := labels.FromMap(all)
	into[l.String()] = sample{l, value}
}

// exposition reads what the operator's own test wrote down of a cluster.
func exposition(t *testing.T, name string) map[string]sample {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "operator", "internal", "controller", "testdata", "metrics", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	samples := map[string]sample{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			own := map[string]string{}
			for _, l := range m.GetLabel() {
				own[l.GetName()] = l.GetValue()
			}
			entered(samples, family.GetName(), own, m.GetUntyped().GetValue())
		}
	}
	return samples
}

// found is a storage.SeriesSet.
type found struct {
	series []storage.Series
	at     int
}

func (f *found) Next() bool { f.at++; return f.at <= len(f.series) }

func (f *found) At() storage.Series { return f.series[f.at-1] }

func (f *found) Err() error { return nil }

func (f *found) Warnings() annotations.Annotations { return nil }
